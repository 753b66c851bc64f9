import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{api,core,db,scripts,server,web,test,bench}/**/*.test.{ts,tsx}'],
    globalSetup: './test/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { shuffle: { tests: true } },
  },
})
