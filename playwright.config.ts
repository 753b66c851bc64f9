import { defineConfig } from '@playwright/test'
import { browserOptions } from './scripts/find-browser.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/open-store.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 5000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: await browserOptions(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
  },
})
