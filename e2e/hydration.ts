import type { Page } from '@playwright/test'

/** The scripts have come and the page is React's: from here on links and forms are followed without a new document. */
export function waitForHydration(page: Page): Promise<void> {
  return page.locator('html[data-live]').waitFor({ state: 'attached' })
}
