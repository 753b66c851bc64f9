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

// Two chunks with what nearly every storefront page needs. Thirty small files would add five kilobytes. Dialogs,
// account forms, and the back office stay separate, and so does what only pages with forms need.
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router)[\\/]/ },
  {
    name: 'shop',
    test: /[\\/](web[\\/](?:(?:picture|client-loader-cache|deferred-hydration|request-id|error-page)\.|forms[\\/](?:refusal-response|should-revalidate)|storefront[\\/](?!consultant|content|home|article|filters)|cart[\\/](?:store|cart-badge|add-)|account[\\/]auth|ui[\\/](?:button|fields[\\/](?:field|form-state|control-styles)|inline-notice|toast\.))|core[\\/](?:regions|money|media[\\/]picture|pricing[\\/]quote|reviews))/,
    minShareCount: 2,
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
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, rolldownOptions: { checks: { bundlerTimings: false } } },
}))
