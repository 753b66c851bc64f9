import { Hono } from 'hono'
import { findSecondPictureUrl } from '#core/catalog/listings/second-picture.server.ts'
import type { Files } from '#core/media/files.ts'
import { findMood } from '#core/media/mood.ts'
import { parseMediaFileName } from '#core/media/picture.ts'
import { type PictureBytes, readMood } from '#core/media/picture-bytes.server.ts'
import { readOrMakePicture } from '#core/media/picture-sizes.server.ts'
import { placeholderSvg } from '#core/media/placeholder-picture.ts'
import type { Connection } from '#db/connection.ts'
import { BUNDLED_PICTURES_DIR } from '#server/paths.ts'
import type { AppEnv } from '../app-env.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_MINUTE = 'public, max-age=60'
const ONE_HOUR = 'public, max-age=3600'
// For files that keep their name when they change.
const ONE_DAY = 'public, max-age=86400'

export function mediaRoutes({ files, connection }: { files: Files; connection: Connection }) {
  const pictureStore = {
    db: connection.db,
    files,
    bundledFolder: BUNDLED_PICTURES_DIR,
  }
  const routes = new Hono<AppEnv>()

  // Emails and partner sites show these pictures too.
  routes.use(async (c, next) => {
    await next()
    c.header('cross-origin-resource-policy', 'cross-origin')
  })
  routes.get('/second/:productId', async (c) => {
    const url = await findSecondPictureUrl(connection.db, c.req.param('productId'))
    if (!url) return c.text('Picture not found.', 404)
    c.header('cache-control', ONE_HOUR)
    return c.redirect(url, 302)
  })
  routes.get('/placeholders/:name', (c) => {
    const svg = placeholderSvg(c.req.param('name'))
    if (!svg) return c.text('Picture not found.', 404)
    return c.body(svg, 200, { 'content-type': 'image/svg+xml', 'cache-control': ONE_DAY })
  })
  routes.get('/:name', async (c) => {
    const name = c.req.param('name')
    // Drawings that stood in for photos, and that stored links may still name.
    if (/^drawn-[a-z]+-[a-z]+\.svg$/.test(name)) return c.redirect(PLACEHOLDER_URL, 301)
    const file = parseMediaFileName(name)
    const mood = file && findMood(file.id)
    const picture = mood
      ? await readMood(pictureStore, mood, file.size)
      : file && (await readOrMakePicture(pictureStore, file.id, file.size))
    if (!picture) return c.text('Picture not found.', 404)
    return c.body(picture.bytes, 200, pictureHeaders(picture, mood ? ONE_DAY : IMMUTABLE))
  })
  return routes
}

const PLACEHOLDER_URL = '/media/placeholders/skincare.svg'

function pictureHeaders({ type, final }: PictureBytes, finalAge: string) {
  return { 'content-type': type, 'cache-control': final ? finalAge : ONE_MINUTE }
}
