import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { BACK_OFFICE, storefrontManifestUrl } from '../web/storefront/storefront-manifest.ts'
import { billOfMaterials } from './dependencies.ts'
import { installedDependencies } from './installed-dependencies.ts'
import { splitStylesheet } from './split-stylesheet.ts'

/** Builds the store, and compresses static files at the highest level so that no request has to. */
const ASSETS = 'build/client/assets'
/** Never resolves: the browser leaves the page. Middleware runs first, so that no loader takes the flash message. */
const LEAVE_STOREFRONT = `const leave=({request})=>{location.assign(request.url);return new Promise(()=>{})}
export const clientMiddleware=[leave],clientLoader=leave
export default()=>null
`
type RouteManifest = { url: string; version: string; routes: Record<string, Record<string, unknown>> }

const cli = path.resolve('node_modules/@react-router/dev/bin.cjs')
const build = spawnSync(process.execPath, [cli, 'build'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

writeRouteManifests()
writePageStyles()
escapeServerScripts()

const COMPRESSIBLE = /\.(js|css|svg|webmanifest|txt)$/
for (const entry of readdirSync('build/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
  const file = path.join(entry.parentPath, entry.name)
  const bytes = readFileSync(file)
  if (bytes.length < 500) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

writeFileSync('build/sbom.json', `${JSON.stringify(billOfMaterials(installedDependencies()), null, 1)}\n`)

/**
 * Every page loads the route manifest, so it is short: absent flags count as false, absent lists as empty, and the
 * imports in it are only for prefetching links, which the store doesn't use. The storefront's manifest leaves out the
 * back office, whose pages then load as new documents.
 */
function writeRouteManifests() {
  const name = readdirSync(ASSETS).find((file) => file.startsWith('manifest-'))
  const [, assignment, json = ''] =
    /^(window\.__reactRouterManifest=)(.*);$/s.exec(
      name ? readFileSync(path.join(ASSETS, name), 'utf8') : '',
    ) ?? []
  if (!name || !assignment) throw new Error('The build contains no route manifest')
  const manifest: RouteManifest = JSON.parse(json)
  for (const route of Object.values(manifest.routes)) {
    route.imports = []
    for (const [key, value] of Object.entries(route)) {
      if (value === false || (Array.isArray(value) && value.length === 0)) delete route[key]
    }
  }
  const isScreen = (parentId: string): boolean =>
    BACK_OFFICE.has(parentId) ||
    (parentId in manifest.routes && isScreen(String(manifest.routes[parentId]?.parentId)))
  const leaveStorefront = `leave-storefront-${manifest.version}.js`
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).flatMap(([id, route]) => {
      if (isScreen(String(route.parentId))) return []
      if (!BACK_OFFICE.has(id)) return [[id, route]]
      const { parentId } = route
      const module = `/assets/${leaveStorefront}`
      return [
        [
          id,
          {
            id,
            parentId,
            path: `${route.path}/*`,
            hasClientMiddleware: true,
            hasClientLoader: true,
            hasDefaultExport: true,
            module,
          },
        ],
      ]
    }),
  )
  const write = (file: string, content: RouteManifest) =>
    writeFileSync(path.join(ASSETS, file), `${assignment}${JSON.stringify(content)};`)
  write(name, manifest)
  write(`storefront-${name}`, { ...manifest, routes, url: storefrontManifestUrl(manifest.url) })
  writeFileSync(path.join(ASSETS, leaveStorefront), LEAVE_STOREFRONT)
}

/** The server puts the part that a page needs into the page. */
function writePageStyles() {
  const name = readdirSync(ASSETS).find((file) => /^tokens-.*\.css$/.test(file))
  if (!name) throw new Error('The build contains no stylesheet')
  const rules = splitStylesheet(readFileSync(path.join(ASSETS, name), 'utf8'))
  writeFileSync('build/server/page-styles.json', JSON.stringify({ href: `/assets/${name}`, rules }))
}

/** V8 keeps the source in memory, with two bytes per character if one of them is beyond Latin-1, as “ is. */
function escapeServerScripts() {
  for (const entry of readdirSync('build/server', { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.js')) continue
    const file = path.join(entry.parentPath, entry.name)
    const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escapeUnit))
  }
}
