import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// Hundreds of small files in node_modules cost half a second at each start, and two copies of React break it: all come
// along in the bundle but what has native parts, is CommonJS at heart, or is only for development.
const LEFT_OUT = ['better-auth', 'graphile-worker', 'nodemailer', 'pg', 'prom-client', 'sharp', 'vite']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      resolve: command === 'build' ? { noExternal: true as const, external: LEFT_OUT } : {},
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
