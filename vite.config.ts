import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

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

// Two chunks with what nearly every storefront page needs: thirty small files would add five kilobytes, and each chunk
// compresses on its own. Dialogs, account forms, and the back office stay separate, and so does what only pages with
// forms or signed-in shoppers need.
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router)[\\/]/ },
  {
    name: 'shop',
    test: /[\\/](web[\\/](?:(?:root|page-title|picture|client-loader-cache|deferred-hydration|request-id|error-page)\.|forms[\\/](?:flash-toast|refusal-response|should-revalidate)|storefront[\\/](?:layout|store-|menu-|customer|account-|category-|not-found|region|newsletter[\\/]sign-up|search[\\/](?:search-box|query-url)|product[\\/](?:price|swatch|product-(?:card|grid)))|cart[\\/](?:store[\\/](?!merge)|cart-badge|add-)|account[\\/]auth(?!-sync)|ui[\\/](?:button|fields[\\/](?:field|form-state|control-styles)|inline-notice|toast\.))|core[\\/](?:regions(?!.(?:address|states))|reviews|money|media[\\/]picture))/,
  },
  {
    name: 'lists',
    test: /[\\/]web[\\/](?:seo|storefront[\\/]filters[\\/]filter-panel|ui[\\/](?:fields[\\/](?:auto-submit-select|options)|tab-links|text-link))\./,
  },
  { name: 'forms', test: /[\\/]web[\\/]forms[\\/](?:keep-form-on-failure|unexpected-error)\./ },
]

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
