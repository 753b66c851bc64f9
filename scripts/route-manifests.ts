import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { runInNewContext } from 'node:vm'
import { BACK_OFFICE, DOCUMENT_PAGES, storefrontManifestUrl } from '../web/storefront/storefront-manifest.ts'

type Route = Record<string, unknown>
type RouteManifest = {
  url: string
  version: string
  routes: Record<string, Route>
  entry: { imports: string[] }
}

/** Never resolves: the browser leaves the page. Middleware runs first, so that no loader takes the flash message. */
const LEAVE_STOREFRONT = `const leave=({request})=>{location.assign(request.url);return new Promise(()=>{})}
export const clientMiddleware=[leave],clientLoader=leave
export default()=>null
`

/**
 * Every page loads the route manifest, so it is short: absent flags count as false, absent lists as empty, and the
 * imports in it are only for prefetching links, which the store doesn't use. The storefront's manifest leaves out the
 * back office, whose pages then load as new documents, and pages that are documents anyway.
 */
export function writeRouteManifests(assets: string): void {
  const name = readdirSync(assets).find((file) => file.startsWith('manifest-'))
  const [, json = ''] =
    /^window\.__reactRouterManifest=(.*);$/s.exec(
      name ? readFileSync(path.join(assets, name), 'utf8') : '',
    ) ?? []
  if (!name || !json) throw new Error('The build contains no route manifest')
  const manifest: RouteManifest = JSON.parse(json)
  manifest.entry.imports = []
  for (const route of Object.values(manifest.routes)) {
    delete route.imports
    for (const [key, value] of Object.entries(route)) {
      if (value === false || (Array.isArray(value) && value.length === 0)) delete route[key]
    }
  }
  const leaveStorefront = `leave-storefront-${manifest.version}.js`
  const storefront = {
    ...manifest,
    routes: storefrontRoutes(manifest.routes, `/assets/${leaveStorefront}`),
    url: storefrontManifestUrl(manifest.url),
  }
  writeFileSync(path.join(assets, name), `window.__reactRouterManifest=${JSON.stringify(manifest)};`)
  writeFileSync(path.join(assets, `storefront-${name}`), shortScript(storefront))
  writeFileSync(path.join(assets, leaveStorefront), LEAVE_STOREFRONT)
}

function storefrontRoutes(routes: Record<string, Route>, module: string): Record<string, Route> {
  const isScreen = (parentId: string): boolean =>
    BACK_OFFICE.has(parentId) || (parentId in routes && isScreen(String(routes[parentId]?.parentId)))
  return Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]) => {
      if (isScreen(String(route.parentId)) || DOCUMENT_PAGES.has(id)) return []
      if (!BACK_OFFICE.has(id)) return [[id, route]]
      const { parentId } = route
      const flags = { hasClientMiddleware: true, hasClientLoader: true, hasDefaultExport: true }
      return [[id, { id, parentId, path: `${route.path}/*`, ...flags, module }]]
    }),
  )
}

const FLAGS = [
  'index',
  'hasAction',
  'hasLoader',
  'hasClientAction',
  'hasClientLoader',
  'hasClientMiddleware',
  'hasDefaultExport',
  'hasErrorBoundary',
]

/**
 * One line per route: `id,path,flags,module,parentId`; `.` is no path, `=` the ID; no module or parent: the last one. A module
 * that is named after its route is only the rest of its name.
 */
function shortScript({ routes, ...manifest }: RouteManifest): string {
  const lines: string[] = []
  let last: Route = {}
  for (const route of Object.values(routes)) {
    const { id, path, module } = route
    const shortPath = path === undefined ? '.' : path === id ? '=' : path
    const flags = FLAGS.reduce((bits, flag, index) => bits | (route[flag] ? 1 << index : 0), 0)
    const shortModule = module === last.module ? '' : shortName(String(module), String(id))
    const parent = route.parentId === last.parentId ? '' : route.parentId
    lines.push([id, shortPath, flags, shortModule, parent].join(',').replace(/,+$/, ''))
    last = route
  }
  const script = `{let m,p,r={};for(let l of${JSON.stringify(lines.join('\n'))}.split("\\n")){let[i,a,f,n,q]=l.split(",");m=n?"/assets/"+(n[0]=="-"?i.split("/").pop()+n:n)+".js":m;p=q||p;r[i]={id:i,parentId:p,path:a=="."?void 0:a=="="?i:a,module:m};${JSON.stringify(FLAGS)}.map((k,b)=>{if(f>>b&1)r[i][k]=!0})}window.__reactRouterManifest={routes:r,...${JSON.stringify(manifest)}}}`
  if (!isDeepStrictEqual(runScript(script).routes, routes))
    throw new Error('A route of the storefront has properties that its short manifest leaves out')
  return script
}

function shortName(module: string, id: string): string {
  const name = module.slice('/assets/'.length, -'.js'.length)
  const ownName = id.split('/').at(-1) ?? ''
  return name.startsWith(`${ownName}-`) ? name.slice(ownName.length) : name
}

function runScript(script: string): RouteManifest {
  const window: { __reactRouterManifest?: RouteManifest } = {}
  runInNewContext(script, { window })
  return JSON.parse(JSON.stringify(window.__reactRouterManifest))
}
