import type { Page } from '@playwright/test'

/** From here on, time passes only when the test advances it. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}
