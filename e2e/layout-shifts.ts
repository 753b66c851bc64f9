import type { Page } from '@playwright/test'

/**
 * Words of the fallback are a few pixels wider or narrower, so links beside each other move. A line that breaks elsewhere
 * would move the page beneath it, and cost ten times as much.
 */
export const NEGLIGIBLE_SHIFT = 0.001

type Shift = { value: number }

/** Call it before the page opens. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(entry.toJSON() as Shift)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() =>
      (window as unknown as { shifts: Shift[] }).shifts.reduce((sum, { value }) => sum + value, 0),
    )
}
