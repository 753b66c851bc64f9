import type { Page } from '@playwright/test'

/**
 * After hydration, links and forms no longer load a new document. A visitor's first touch starts it; without one, it waits
 * until the browser is idle.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if ('hydrated' in document.documentElement.dataset) return true
    dispatchEvent(new PointerEvent('pointerdown'))
    return false
  })
}

/** As it happens for a visitor who doesn't touch the page, which is after it has painted. */
export function waitForIdleHydration(page: Page): Promise<void> {
  return page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}
