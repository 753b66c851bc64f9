import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Pages and API are one bundle, so that they share one pool, one cache and one class per error.
  environments: { ssr: { build: { rollupOptions: { input: './server/app.ts' } } } },
  build: { assetsInlineLimit: 0 },
})
