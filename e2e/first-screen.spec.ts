import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

/** An iPhone SE, and a current iPhone below Safari's bars. */
const PHONES = [
  { width: 375, height: 667 },
  { width: 390, height: 664 },
]
const PRODUCTS = ['/product/rose-hip-night-serum', '/product/skin-veil-foundation-warm-honey']

test.use({ hasTouch: true, isMobile: true })

/** The part of the element that the first screen shows, from 0 to 1. The button covers what is below its top edge. */
async function shareOnScreen(locator: Locator, bottom: number): Promise<number> {
  const { y, height } = (await locator.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
  return (Math.min(bottom, y + height) - Math.max(0, y)) / height
}

const buyButton = (page: Page) => page.locator('#buy [type="submit"]')

for (const viewport of PHONES) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport })

    for (const path of PRODUCTS) {
      test(`the first screen of ${path} has the name, price, chosen shade, and button`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('complementary', { name: 'Demo store' })).toBeInViewport({ ratio: 1 })
        await expect(buyButton(page)).toBeInViewport({ ratio: 1 })
        const { y: buttonTop } = (await buyButton(page).boundingBox()) ?? { y: Number.NaN }
        const details = page.getByRole('main')
        const shade = details.getByRole('group', { name: /^Shade/ })
        const parts = [
          details.getByRole('heading', { level: 1 }),
          details.getByText(/^\$\d+\.\d\d$/).first(),
          ...((await shade.count())
            ? [shade.getByRole('link', { name: 'Warm Honey' }), shade.getByText('Warm Honey 32W').first()]
            : []),
        ]
        for (const part of parts) expect(await shareOnScreen(part, buttonTop)).toBe(1)
        await expect(details.getByRole('link', { name: /^Enlarge/ }).first()).toBeInViewport({ ratio: 0.5 })
      })
    }

    test('the button names the price and the shade, and begins with its text', async ({ page }) => {
      await page.goto('/product/skin-veil-foundation-warm-honey')
      await expect(buyButton(page)).toHaveAccessibleName(/^Add to cart · \$58\.00 · Warm Honey 32W /)
      const detail = page.getByText('· $58.00 · Warm Honey 32W')
      expect(await detail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    })

    test('the header is one row', async ({ page }) => {
      await page.goto('/')
      const centers = await page
        .locator('header')
        .locator('a, button, input')
        .evaluateAll((all) =>
          all
            .map((one) => one.getBoundingClientRect())
            .filter(({ height }) => height > 0)
            .map(({ top, height }) => Math.round(top + height / 2)),
        )
      expect(Math.max(...centers) - Math.min(...centers)).toBeLessThanOrEqual(2)
    })
  })
}

test.describe('the search of a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } })

  test('is an icon that becomes a field where the brand was', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    const field = page.getByRole('searchbox', { name: 'Search products' })
    const brand = page.getByRole('banner').getByRole('link', { name: /^Eternal Beauty/ })
    const header = await page.getByRole('banner').boundingBox()
    expect((await field.boundingBox())?.width).toBe(44)
    const { x, y } = (await field.boundingBox()) ?? { x: Number.NaN, y: Number.NaN }
    await page.touchscreen.tap(x + 22, y + 22)
    await expect(field).toBeFocused()
    expect((await field.boundingBox())?.width).toBeGreaterThan(180)
    expect(await page.getByRole('banner').boundingBox()).toEqual(header)
    await page.keyboard.type('ros')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(list).toBeVisible()
    expect((await list.boundingBox())?.width).toBe(375)
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Tab')
    await expect(brand).toBeFocused()
    await expect(brand).toHaveCSS('opacity', '1')
    await page.keyboard.press('Tab')
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=ros')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 667 } })

  test('the search of a phone opens and sends', async ({ page }) => {
    await page.goto('/')
    const field = page.getByRole('searchbox', { name: 'Search products' })
    await field.tap()
    await field.fill('rose')
    await page.getByRole('search').getByRole('button', { name: 'Search' }).tap()
    await expect(page).toHaveURL('/search?q=rose')
  })
})
