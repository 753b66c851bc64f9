import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Rolldown } from 'vite'

const WEB_FOLDER = normalizePath(path.resolve('web'))

// Loading packages from node_modules adds half a second to each start, and two copies of React break rendering, so
// the server bundle contains all packages except those that are native, CommonJS, or for development only.
const EXTERNAL_PACKAGES = [
  'graphile-worker',
  'nodemailer',
  'pg',
  'pg-copy-streams',
  'prom-client',
  'sharp',
  'vite',
]

// Two chunks with what many storefront pages need: thirty small files would add five kilobytes, and each chunk compresses
// on its own. A file is in one because of the routes that import it, so that a new import needs no change here.
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router)[\\/]/ },
  { name: (file, graph) => (isInShop(routesWith(file, graph)) ? 'shop' : null), debugName: 'shop' },
  { name: (file, graph) => (isOnLists(routesWith(file, graph)) ? 'lists' : null), debugName: 'lists' },
]

/** All storefront pages have it, or two of those that most visits begin with share it. */
function isInShop(routes: Set<string>): boolean {
  if (routes.has('root.tsx') || routes.has('storefront/layout.tsx')) return true
  if (routes.has('storefront/home/home.tsx') && routes.has('storefront/categories.tsx')) return true
  return routes.has('storefront/product/product.tsx') && routes.size > 1
}

function isOnLists(routes: Set<string>): boolean {
  if (routes.has('storefront/home/home.tsx')) return false
  return routes.has('storefront/categories.tsx') && routes.has('storefront/search/search.tsx')
}

/** Files in `web` of the routes that import a file, directly or through others. What a page imports later doesn't count. */
function routesWith(file: string, graph: Rolldown.ChunkingContext): Set<string> {
  const importers = new Set([file])
  // The set grows while it is read.
  for (const importer of importers)
    for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next)
  const entries = [...importers].filter((importer) => graph.getModuleInfo(importer)?.isEntry)
  return new Set(entries.map((entry) => path.posix.relative(WEB_FOLDER, entry.replace(/\?.*$/, ''))))
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    ssr: {
      // Without this, the server renders with the development versions of libraries, which are slow.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      resolve: command === 'build' ? { noExternal: true as const, external: EXTERNAL_PACKAGES } : {},
      build: {
        rolldownOptions: {
          // Pages and API share one bundle, so they share the pool, the cache, and error classes.
          input: {
            start: './server/start.ts',
            web: './server/web.ts',
            worker: './server/worker.ts',
            'hashing-thread': './core/accounts/passwords/hashing-thread.ts',
            'picture-process': './core/media/processing/picture-process.ts',
            'import-process': './core/catalog/import/reading/import-process.ts',
          },
        },
      },
    },
  },
  // What a page imports later has no imports of its own that the page lacks, so preloading them is code for nothing.
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}))
