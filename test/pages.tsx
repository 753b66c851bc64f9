import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ComponentType } from 'react'
import {
  type ServerBuild,
  useActionData,
  useLoaderData,
  useMatches,
  useParams,
  useRouteError,
} from 'react-router'
import { createPageHandler, type PageHandler } from '#server/http/pages/page-handler.ts'
import * as entryServer from '#web/entry.server.tsx'
import routeConfig from '#web/routes.ts'

type RouteModule = ServerBuild['routes'][string] extends { module: infer Module } | undefined ? Module : never

type PageMode = Parameters<typeof createPageHandler>[1]

const modules = import.meta.glob<RouteModule>('../web/**/*.{ts,tsx}')

const pages: Partial<Record<PageMode, Promise<PageHandler>>> = {}

/** The real pages, with their middleware, loaders, actions, and markup, but without assets. */
export function loadPages(mode: PageMode = 'production'): Promise<PageHandler> {
  pages[mode] ??= createPages(mode)
  return pages[mode]
}

/** Paths and route IDs of all pages, as the router's data requests name them. */
export async function listPages(): Promise<{ path: string; id: string }[]> {
  return pagesOf(await routeConfig, '')
}

function pagesOf(entries: RouteConfigEntry[], parentPath: string): { path: string; id: string }[] {
  return entries.flatMap((entry) => {
    const path = `${parentPath}/${entry.path ?? ''}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
    const id = entry.id ?? entry.file.replace(/\.\w+$/, '')
    const currentPage = entry.path !== undefined || entry.index ? [{ path, id }] : []
    return [...currentPage, ...pagesOf(entry.children ?? [], path)]
  })
}

async function createPages(mode: PageMode): Promise<PageHandler> {
  const root = { id: 'root', path: '', module: await importModule('root.tsx') }
  const routes = Object.fromEntries(
    [root, ...(await loadRoutes(await routeConfig, 'root'))].map((route) => [route.id, route]),
  )
  return createPageHandler(buildFrom(routes), mode)
}

async function loadRoutes(entries: RouteConfigEntry[], parentId: string): Promise<ServerRoute[]> {
  const loaded = entries.map(
    async ({ file, children = [], path, index, id = file.replace(/\.tsx?$/, '') }) => {
      const route = { id, parentId, path, index, module: await importModule(file) }
      return [route, ...(await loadRoutes(children, id))]
    },
  )
  return (await Promise.all(loaded)).flat()
}

type ServerRoute = NonNullable<ServerBuild['routes'][string]>

async function importModule(file: string): Promise<RouteModule> {
  const load = modules[`../web/${file}`]
  if (!load) throw new Error(`web/${file} not found`)
  const module = await load()
  const { default: page, ErrorBoundary } = module
  return {
    ...module,
    ...(page && { default: withRouteProps(page) }),
    ...(ErrorBoundary && { ErrorBoundary: withErrorProps(ErrorBoundary) }),
  }
}

// In a build, the Vite plugin passes these props.
function withRouteProps(Page: unknown): ComponentType {
  const Component = Page as ComponentType<object>
  return function RoutePage() {
    return <Component {...useRouteProps()} />
  }
}

function withErrorProps(Boundary: unknown): ComponentType {
  const Component = Boundary as ComponentType<{ error: unknown }>
  return function RouteError() {
    return <Component {...useRouteProps()} error={useRouteError()} />
  }
}

function useRouteProps(): object {
  const [params, loaderData, actionData, matches] = [
    useParams(),
    useLoaderData(),
    useActionData(),
    useMatches(),
  ]
  return { params, loaderData, actionData, matches }
}

function buildFrom(routes: Record<string, ServerRoute>): ServerBuild {
  const manifestRoutes = Object.values(routes).map(({ id, parentId, path, index, module }) => ({
    ...{ id, parentId, path, index, module: `/${id}.js`, imports: [], css: [] },
    hasLoader: 'loader' in module,
    hasAction: 'action' in module,
    hasClientLoader: 'clientLoader' in module,
    hasClientAction: 'clientAction' in module,
    hasClientMiddleware: 'clientMiddleware' in module,
    hasErrorBoundary: 'ErrorBoundary' in module,
    hasDefaultExport: 'default' in module,
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  }))
  return {
    entry: { module: entryServer },
    routes,
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: Object.fromEntries(manifestRoutes.map((route) => [route.id, route])),
      url: '/manifest.js',
      version: 'test',
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
}
