import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{api,bench,core,db,demo,sandbox,scripts,server,test,web}/**/*.test.{ts,tsx}'],
    globalSetup: './test/global-setup.ts',
    setupFiles: './test/reset-process.ts',
    // Loading all modules again for each file takes as long as its tests do.
    isolate: false,
    // A safety net. The test that needed it is printed, and is the next thing to fix.
    retry: process.env.CI ? 1 : 0,
    // Several times what a busy machine needs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Otherwise a twentieth of the time goes to collecting what tests leave behind.
    execArgv: ['--max-semi-space-size=64'],
    // Tests wait for PostgreSQL, so that two leave a quarter of two cores idle.
    maxWorkers: 3,
    // Stylesheets have a URL, as in the build.
    css: true,
    sequence: { shuffle: { tests: true } },
  },
})
