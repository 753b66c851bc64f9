import { defineConfig } from 'vitest/config'

// They look at the children of their process.
const OWN_PROCESS = 'core/media/processing/**/*.test.ts'

export default defineConfig({
  test: {
    globalSetup: './test/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Tests wait for PostgreSQL, so that two leave a quarter of two cores idle.
    maxWorkers: 3,
    // Stylesheets have a URL, as in the build.
    css: true,
    sequence: { shuffle: { tests: true } },
    projects: [
      {
        extends: true,
        // Loading all modules again for each file takes as long as these tests do.
        test: {
          name: 'domain and pages',
          include: ['{bench,core,db,demo,sandbox,web}/**/*.test.{ts,tsx}'],
          exclude: [OWN_PROCESS],
          isolate: false,
        },
      },
      {
        extends: true,
        // Some of these fail in a process where others have run.
        test: {
          name: 'server and API',
          include: ['{api,scripts,server,test}/**/*.test.{ts,tsx}', OWN_PROCESS],
        },
      },
    ],
  },
})
