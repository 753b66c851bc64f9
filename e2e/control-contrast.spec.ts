import type { Locator, Page } from '@playwright/test'
import { ADMIN, signIn } from './account.ts'
import { openPage } from './pages.ts'
import { expect, test } from './test.ts'

const BACKGROUNDS = ['--color-paper', '--color-blush', '--color-white']

/** The contrast of a color with each background of the store, as WCAG defines it. */
function contrasts(page: Page, color: string): Promise<number[]> {
  return page.evaluate(
    ([color, backgrounds]) => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      if (!context) return []
      const paint = (...colors: string[]) => {
        for (const fill of colors) {
          context.fillStyle = fill
          context.fillRect(0, 0, 1, 1)
        }
        const channels = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
        const [red = 0, green = 0, blue = 0] = channels.map((value) =>
          value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      return backgrounds.map((name) => {
        const background = getComputedStyle(document.documentElement).getPropertyValue(name)
        const [light = 0, dark = 0] = [paint(background), paint(background, color)].toSorted((a, b) => b - a)
        return (light + 0.05) / (dark + 0.05)
      })
    },
    [color, BACKGROUNDS] as const,
  )
}

async function expectVisible(page: Page, controls: Locator, property: string): Promise<void> {
  const colors = await controls.evaluateAll(
    (all, property) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => getComputedStyle(one).getPropertyValue(property)),
    property,
  )
  expect(colors.length).toBeGreaterThan(0)
  for (const color of new Set(colors))
    for (const contrast of await contrasts(page, color)) expect(contrast, color).toBeGreaterThanOrEqual(3)
}

test('the edges of fields, quantities, and buttons are visible on each background', async ({ page }) => {
  await page.goto('/login?mode=sign-up')
  await expectVisible(page, page.getByRole('main').getByRole('textbox'), 'border-bottom-color')
  await expectVisible(page, page.getByRole('button', { name: 'Continue with Google' }), 'border-bottom-color')
  await openPage(page, 'a product')
  await expectVisible(page, page.getByLabel('Quantity').locator('..'), 'border-bottom-color')
  await signIn(page, ADMIN, { at: '/admin/login' })
  for (const path of ['/admin/orders', '/admin/products/new', '/admin/settings']) {
    await page.goto(path)
    await expectVisible(
      page,
      page
        .locator('main')
        .locator('input:not([type=hidden], [type=checkbox], [type=file]), select, textarea'),
      'border-bottom-color',
    )
  }
})

test('the palest shades have a visible edge', async ({ page }) => {
  await page.goto('/product/skin-veil-foundation-warm-honey')
  await expectVisible(page, page.getByRole('group', { name: /^Shade/ }).locator('circle'), 'stroke')
})

test('links in a text have a visible underline', async ({ page }) => {
  for (const path of [
    '/login',
    '/privacy',
    '/contact',
    '/shipping-returns',
    '/product/rose-hip-night-serum',
  ]) {
    await page.goto(path)
    await expectVisible(page, page.locator('a.link-line, main article a'), 'text-decoration-color')
  }
})

test('with more contrast, hairlines and soft text are darker', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' })
  await page.goto('/login')
  await expectVisible(page, page.locator('header'), 'border-bottom-color')
  await expect(page.getByRole('main').getByRole('textbox').first()).toHaveCSS(
    'border-bottom-color',
    'rgb(36, 26, 23)',
  )
})

test('with forced colors, the chosen shade and the current tab and screen stand out', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.goto('/product/skin-veil-foundation-warm-honey')
  const shades = page.getByRole('group', { name: /^Shade/ })
  expect(await background(shades.getByRole('link', { name: 'Warm Honey' }))).not.toBe(
    await background(shades.getByRole('link').first()),
  )
  await signIn(page, ADMIN, { at: '/admin/login' })
  await page.goto('/admin/orders')
  for (const list of [page.getByRole('complementary'), page.getByRole('main')]) {
    const current = list.locator('a[aria-current]').first()
    const other = list.locator('nav a:not([aria-current])').first()
    expect(await background(current)).not.toBe(await background(other))
  }
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the links of the footer and the tabs of the back office are 44 pixels high', async ({ page }) => {
    const heights = (links: Locator) =>
      links.evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height),
      )
    await page.goto('/login')
    for (const height of await heights(page.getByRole('contentinfo').getByRole('link')))
      expect(height).toBeGreaterThanOrEqual(44)
    await signIn(page, ADMIN, { at: '/admin/login' })
    await page.goto('/admin/orders')
    const tabs = await heights(page.getByRole('main').locator('nav a'))
    expect(tabs.length).toBeGreaterThan(3)
    for (const height of tabs) expect(height).toBeGreaterThanOrEqual(44)
  })
})
