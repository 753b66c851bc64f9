import type { Page } from '@playwright/test'
import { openPage, STORE_PAGES } from './pages.ts'
import { expect, test } from './test.ts'

const TABBABLE = 'a[href], button, select, input:not([type=hidden]), textarea, summary, [tabindex]'

test('on each page, Tab reaches every control once, in order, with visible focus', async ({ page }) => {
  test.slow()
  for (const name of STORE_PAGES) {
    await openPage(page, name)
    const count = await markStops(page)
    expect(count, name).toBeGreaterThan(6)
    for (let stop = 0; stop < count; stop++) {
      await page.keyboard.press('Tab')
      const focus = await readFocus(page)
      expect(focus, `${name}, stop ${stop}`).toMatchObject({ stop: String(stop), seen: true, ring: true })
    }
  }
})

test('the first Tab stop skips to the content', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  expect((await skip.boundingBox())?.height).toBeGreaterThan(24)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()
})

test('touch targets are large enough', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of STORE_PAGES) {
    await openPage(page, name)
    const small = await page
      .locator('header, main')
      .locator('button, select, summary, nav a')
      .evaluateAll((all) =>
        all
          .map((one) => ({ text: one.textContent, height: one.getBoundingClientRect().height }))
          .filter(({ height }) => height > 0 && height < 44),
      )
    expect(small, name).toEqual([])
  }
})

/** Numbers all controls in document order. */
function markStops(page: Page): Promise<number> {
  return page.evaluate((tabbable) => {
    const stops = [...document.querySelectorAll<HTMLElement>(tabbable)].filter(
      (one) =>
        one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
    )
    for (const [stop, element] of stops.entries()) element.dataset.stop = String(stop)
    return stops.length
  }, TABBABLE)
}

function readFocus(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement)) return undefined
    const { top, bottom, left, right, height } = focused.getBoundingClientRect()
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused)
    return {
      stop: focused.dataset.stop,
      text: focused.textContent?.slice(0, 40),
      seen: height > 8 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
      ring:
        outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(', 0)'),
    }
  })
}
