import type { Locator, Page } from '@playwright/test'
import { newId } from '#core/ids.ts'
import { findAxeViolations, findOverflow } from './axe.ts'
import { fetchInStockProducts } from './catalog.ts'
import { queryDatabase } from './demo-store.ts'
import { addButton, cartPanel, closeCartPanel, readGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const LIPSTICK = '/product/satin-lipstick-mulberry'

/** The picture, name, price, and second button. */
const buyBar = (page: Page) => page.locator('.buy-bar')
const heading = (page: Page) => page.getByRole('heading', { name: 'You Might Also Like' })

async function scrollPast(page: Page): Promise<void> {
  await heading(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(buyBar(page)).toBeVisible()
}

const bottomOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  return Math.round((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN))
}

for (const [device, width, height] of [
  ['a phone', 390, 844],
  ['a tablet', 768, 1024],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport: { width, height } })

    test('a bar with a second button appears once the form has scrolled out above the screen, and ends above the footer', async ({
      page,
    }) => {
      await page.goto(LIPSTICK)
      await expect(buyBar(page)).toBeHidden()
      await expect(page.getByRole('button', { name: /^Add to cart.* Satin Lipstick/ })).toHaveCount(1)
      const button = page.locator('#buy [type="submit"]')
      await button.evaluate((element) => element.scrollIntoView({ block: 'start' }))
      await expect(button).toBeInViewport()
      await expect(buyBar(page)).toBeHidden()
      await scrollPast(page)
      await expect(button).not.toBeInViewport()
      await expect(buyBar(page)).toContainText('Satin Lipstick')
      await expect(buyBar(page)).toContainText('Mulberry')
      await expect(buyBar(page)).toContainText('$38.00')
      expect(await bottomOf(buyBar(page))).toBe(height)
      const box = await addButton(buyBar(page)).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(await findOverflow(page)).toBe(0)
      expect(await findAxeViolations(page)).toEqual([])
      await page.evaluate(() => scrollTo(0, 0))
      await expect(buyBar(page)).toBeHidden()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const footer = await page.getByRole('contentinfo').boundingBox()
      expect(await bottomOf(buyBar(page))).toBeLessThanOrEqual(footer?.y ?? Number.NaN)
    })

    test('the bar adds the chosen quantity, and keeps the focus', async ({ page, request }) => {
      const product = (await fetchInStockProducts(request)).find(({ stock }) => stock > 5)
      await page.goto(`/product/${product?.id}`)
      await waitForHydration(page)
      await page.getByLabel('Quantity').fill('2')
      await scrollPast(page)
      await addButton(buyBar(page)).click()
      await expect(cartPanel(page)).toContainText('Quantity 2')
      await closeCartPanel(page)
      await expect(addButton(buyBar(page))).toBeFocused()
      expect(JSON.parse((await readGuestCart(page)) ?? '')).toEqual([{ productId: product?.id, quantity: 2 }])
      expect(await findAxeViolations(page)).toEqual([])
    })

    test('Tab never leaves the focus under the bar', async ({ page }) => {
      await page.goto(LIPSTICK)
      await scrollPast(page)
      const cards = page.getByRole('main').getByRole('article').getByRole('link')
      await cards.first().focus()
      for (let step = 0; step < 8; step++) {
        await page.keyboard.press('Tab')
        const covered = await page.evaluate(() => {
          const bar = document.querySelector('.buy-bar')
          const focused = document.activeElement
          if (!bar || !focused || bar.contains(focused)) return false
          const { top, bottom } = focused.getBoundingClientRect()
          const barTop = bar.getBoundingClientRect().top
          return top >= barTop && bottom <= barTop + bar.clientHeight
        })
        expect(covered, `after ${step + 1} tabs`).toBe(false)
      }
    })
  })
}

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a quantity that is not allowed brings the field back into view', async ({ page }) => {
    await page.goto(LIPSTICK)
    await waitForHydration(page)
    await page.getByLabel('Quantity').fill('0')
    await scrollPast(page)
    await addButton(buyBar(page)).click()
    await expect(page.getByLabel('Quantity')).toBeFocused()
    await expect(page.getByLabel('Quantity')).toBeInViewport()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Choose a whole number')
    expect(await readGuestCart(page)).toBeNull()
  })

  test('another shade changes the bar, which appears without moving with reduced motion, and not on a desktop', async ({
    page,
  }) => {
    await page.goto(LIPSTICK)
    await waitForHydration(page)
    await page
      .getByRole('group', { name: /^Shade/ })
      .getByRole('link', { name: 'Carmine' })
      .click()
    await expect(page).toHaveURL('/product/satin-lipstick-carmine')
    await scrollPast(page)
    await expect(buyBar(page)).toContainText('Carmine')
    await expect(addButton(buyBar(page))).toHaveAccessibleName('Add to cart Satin Lipstick, Carmine')

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(LIPSTICK)
    await expect(buyBar(page)).toBeHidden()
    await scrollPast(page)
    expect(await bottomOf(buyBar(page))).toBe(844)

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(LIPSTICK)
    await heading(page).scrollIntoViewIfNeeded()
    await expect(buyBar(page)).toBeHidden()
  })

  test('a sold-out product has a button that can’t be pressed', async ({ page, store }) => {
    const id = newId('product')
    const picture = { id: 'tools', url: '/media/placeholders/tools.svg', width: 900, height: 1200, alt: '' }
    await queryDatabase(
      store.databaseUrl,
      `insert into products (id, slug, name, category, price, images, description)
       values ($1, $2, 'Gone for good', 'Skincare', 100, $3, $4)`,
      [id, id.replace('_', '-'), JSON.stringify([{ ...picture, preview: '' }]), 'Long text. '.repeat(400)],
    )
    await page.goto(`/product/${id}`)
    await page.getByText('No reviews yet.').evaluate((element) => element.scrollIntoView())
    await expect(buyBar(page).getByRole('button', { name: 'Sold out Gone for good' })).toBeDisabled()
    expect(await findAxeViolations(page)).toEqual([])
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the bar sends the form', async ({ page }) => {
    await page.goto(LIPSTICK)
    await scrollPast(page)
    await addButton(buyBar(page)).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('Please log in').first()).toBeVisible()
  })
})
