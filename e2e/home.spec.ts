import { findAxeViolations } from './axe.ts'
import { productCards } from './catalog.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => page.goto('/').then(() => {}))

test('the pictures of popular products and of each category are drawn', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(
    page.getByRole('region', { name: 'Popular Beauty Products' }).getByRole('article'),
  ).toHaveCount(6)
  for (const card of await productCards(page).all()) {
    await card.scrollIntoViewIfNeeded()
    const isImageDrawn = () =>
      card.locator('picture img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)
    await expect.poll(isImageDrawn).toBeGreaterThan(0)
  }
  const tiles = page.getByRole('region', { name: 'Shop by category' }).getByRole('link')
  await expect(tiles).toHaveText(['Skincare', 'Makeup', 'Haircare', 'Fragrance', 'Tools & Accessories'])
  const last = tiles.last()
  await last.focus()
  await expect(last).toBeInViewport({ ratio: 0.5 })
  const isDrawn = () =>
    last.locator('img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)
  await expect.poll(isDrawn).toBeGreaterThan(0)
  await last.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Tools & Accessories' })).toBeVisible()
})

test('View Product scrolls to the product in the product list, before and after scripts load', async ({
  page,
}) => {
  for (const when of ['before scripts load', 'after scripts load']) {
    await page.goto('/')
    if (when === 'after scripts load') await waitForHydration(page)
    const lastCard = productCards(page).last()
    const name = await lastCard.getByRole('heading').innerText()
    await lastCard.getByRole('link', { name: 'View Product' }).click()
    await expect(page, when).toHaveURL(/\/categories#prd_/)
    const productCard = productCards(page).filter({ hasText: name })
    await expect(productCard, when).toBeInViewport({ ratio: 0.5 })
    await expect(productCard, when).toHaveCSS('outline-style', 'solid')
  }
})

test('a card shows its second picture while the mouse is over it, and loads it only then', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const card = page.getByRole('region', { name: 'Popular Beauty Products' }).getByRole('article').first()
  await card.scrollIntoViewIfNeeded()
  const second = card.locator('.second-picture')
  await expect(second).toBeHidden()
  expect(requested.filter((path) => path.startsWith('/media/second/'))).toEqual([])
  await card.hover()
  await expect(second).toBeVisible()
  const isDrawn = () => second.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)
  await expect.poll(isDrawn).toBeGreaterThan(0)
  await page.mouse.move(0, 0)
  await expect(second).toBeHidden()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await card.hover()
  await expect(second).toBeHidden()
})

test('the offers are one line on a wide screen, and wrap on a phone', async ({ page }) => {
  const offers = page.getByRole('region', { name: 'Special offers' })
  const heightOf = async (part: typeof offers) => (await part.boundingBox())?.height ?? Number.NaN
  expect(await heightOf(offers)).toBeLessThanOrEqual(48)
  const tiles = page.getByRole('region', { name: 'Explore' }).getByRole('list')
  expect(await heightOf(tiles)).toBeLessThanOrEqual(80)
  expect(await findAxeViolations(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  for (const offer of await offers.getByRole('link').all())
    expect(await offer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(await heightOf(offers)).toBeLessThanOrEqual(160)
  expect(await findAxeViolations(page)).toEqual([])
})
