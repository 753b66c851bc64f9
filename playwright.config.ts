import { defineConfig } from '@playwright/test'
import { browserOptions } from './scripts/find-browser.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // A worker resets its store for each file.
  fullyParallel: false,
  workers: 2,
  // A safety net. The test that needed it is printed, and is the next thing to fix.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: await browserOptions(),
    viewport: { width: 1440, height: 900 },
    // Its page would replace the failures that tests cause. e2e/offline.spec.ts allows it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
  },
})
