import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{api,bench,core,db,demo,sandbox,scripts,server,test,web}/**/*.test.{ts,tsx}'],
    globalSetup: './test/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Stylesheets have a URL, as in the build.
    css: true,
    sequence: { shuffle: { tests: true } },
  },
})
