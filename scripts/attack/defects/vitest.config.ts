import { defineConfig } from 'vitest/config'

/** Runs the tests of the copies that `run-defects.ts` makes. Its machine may be busy, and a timeout proves nothing. */
export default defineConfig({
  test: {
    include: ['.data/defects/**/*.test.ts'],
    globalSetup: './test/global-setup.ts',
    testTimeout: 90_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // Stylesheets have a URL, as in the build.
    css: true,
  },
})
