import { Hono } from 'hono'
import { BRAND_FILES, readBrandFile } from '#core/brand/brand-files.server.ts'
import type { Log } from '#core/log.ts'
import type { Files } from '#core/media/files.ts'
import type { Connection } from '#db/connection.ts'
import { BUNDLED_PICTURES_DIR, DEMO_BRAND_DIR } from '#server/paths.ts'
import type { AppEnv } from '../app-env.ts'

type BrandRoutesOptions = { files: Files; connection: Connection; log: Log }

/** Icons and the share picture, for browsers, phones, and other sites. */
export function brandRoutes({ files, connection, log }: BrandRoutesOptions) {
  const { db } = connection
  const folders = { bundledFolder: BUNDLED_PICTURES_DIR, demoBrandFolder: DEMO_BRAND_DIR }
  const routes = new Hono<AppEnv>()
  for (const name of BRAND_FILES)
    routes.get(`/${name}`, async (c) => {
      const { bytes, type } = await readBrandFile({ db, files, log, ...folders }, name)
      c.header('cache-control', 'public, max-age=3600')
      return c.body(bytes, 200, { 'content-type': type })
    })
  return routes
}
