import type { Page } from '@playwright/test'

/** The scripts have come, and the page is React's: from here on links and forms are followed without a new document. */
export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const link = document.querySelector('main a, main button')
    return link && Object.keys(link).some((key) => key.startsWith('__reactProps'))
  })
}
