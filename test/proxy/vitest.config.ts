import { defineConfig } from 'vitest/config'

/** `npm run test:proxy`. Not part of `npm test`, because it needs nginx and openssl. */
export default defineConfig({
  root: '.',
  test: {
    include: ['test/proxy/*.proxy.ts'],
    globalSetup: './test/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
