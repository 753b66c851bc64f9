import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// Hundreds of small files in node_modules cost half a second at each start, and two copies of React break it: all come
// along in the bundle but what has native parts, is CommonJS at heart, or is only for development.
const LEFT_OUT = [
  'better-auth',
  'graphile-worker',
  'nodemailer',
  'pg',
  'pg-copy-streams',
  'prom-client',
  'sharp',
  'vite',
]

// What every page of the shop brings, in two files: thirty small ones weigh five kilobytes more. Only what nearly all of them
// need: dialogs, forms of the account and the whole back office stay apart.
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
  {
    name: 'shop',
    test: /[\\/](web[\\/](?:(?:seo|picture|client-loader-cache|deferred-hydration|request-id|error-page)\.|forms[\\/](?:refusal-response|should-revalidate)|storefront[\\/](?!consultant|policies|article)|cart[\\/](?:store|cart-badge|add-)|account[\\/]auth|ui[\\/](?:button|field|inline-notice|toast\.))|core[\\/](?:regions|money|media|pricing[\\/]quote|reviews))/,
    minShareCount: 2,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    ssr: {
      // Else the server renders with the libraries' development copies, which check themselves at every page.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      resolve: command === 'build' ? { noExternal: true as const, external: LEFT_OUT } : {},
      build: {
        rolldownOptions: {
          // Pages and API are one bundle, so that they share one pool, one cache and one class per error.
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
  // Whoever starts the store for the first time needs no advice on how to build it faster.
  build: { assetsInlineLimit: 0, rolldownOptions: { checks: { bundlerTimings: false } } },
}))
