import type { Page } from '@playwright/test'

/** After hydration, links and forms no longer load a new document. */
export function waitForHydration(page: Page): Promise<void> {
  return page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}
