import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// Hundreds of small files in node_modules cost half a second at each start: these come along in the bundle.
const BUNDLED = [/^drizzle-orm/, /^react/, /^@react-router/, /^hono/, /^@hono/, 'zod']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      resolve: command === 'build' ? { noExternal: BUNDLED } : {},
      build: {
        rollupOptions: {
          // Pages and API are one bundle, so that they share one pool, one cache and one class per error.
          input: { start: './server/start.ts', web: './server/web.ts', worker: './server/worker.ts' },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0 },
}))
