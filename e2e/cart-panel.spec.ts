import type { Page, Route } from '@playwright/test'
import { newId } from '#core/ids.ts'
import { openAccount, startSession } from './account.ts'
import { findAxeViolations, findOverflow } from './axe.ts'
import { findLowStockProduct, findWellStockedProducts, formatDollars } from './cart-page.ts'
import { addButton, cartPanel, closeCartPanel, readGuestCart, storeGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { NEGLIGIBLE_SHIFT, watchLayoutShifts } from './layout-shifts.ts'
import { expect, test } from './test.ts'

const LIPSTICK = '/product/satin-lipstick-mulberry'
const SERUM = '/product/rose-hip-night-serum'

const buyButton = (page: Page) => page.locator('#buy [type="submit"]')
const notification = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

test('a panel shows the added item, the way to free shipping, and the subtotal, and the page stays', async ({
  page,
}) => {
  test.slow()
  const totalShift = await watchLayoutShifts(page)
  await page.goto(LIPSTICK)
  for (const [width, height, panelWidth, margin] of [
    [390, 844, 390, 0],
    [768, 1024, 416, 24],
    [1440, 900, 416, 24],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => localStorage.removeItem('cart'))
    await open(page, LIPSTICK)
    await buyButton(page).scrollIntoViewIfNeeded()
    const buttonBefore = await buyButton(page).boundingBox()
    const shiftBefore = await totalShift()
    // A locator's click scrolls the page to a button that sticks to the screen.
    await page.mouse.click((buttonBefore?.x ?? 0) + 20, (buttonBefore?.y ?? 0) + 20)
    const panel = cartPanel(page)
    await expect(panel.getByRole('alert')).toHaveText('The item is added successfully to the cart')
    await expect(notification(page)).toContainText('Added to cart!')
    await expect(panel).toContainText('Satin Lipstick')
    await expect(panel).toContainText('Mulberry')
    await expect(panel).toContainText('Quantity 1$38.00')
    await expect(panel).toContainText('Free shipping over $75.00$37.00 to go')
    await expect(panel).toContainText('Subtotal, 1 item$38.00')
    await expect(panel.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout')
    await expect(panel.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart')
    await expect(panel).toHaveCSS('translate', 'none')
    await expect(panel).toHaveCSS('opacity', '1')
    const box = await panel.boundingBox()
    expect(box).toMatchObject({ x: width - panelWidth - margin, width: panelWidth })
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height - margin)
    expect(box?.y).toBeGreaterThan(200)
    expect(await buyButton(page).boundingBox()).toEqual(buttonBefore)
    expect((await totalShift()) - shiftBefore).toBeLessThan(NEGLIGIBLE_SHIFT)
    expect(await findOverflow(page)).toBe(0)
    // Axe counts what the panel covers in part as too small.
    const violations = await findAxeViolations(page)
    expect(violations.filter((violation) => !violation.startsWith('target-size'))).toEqual([])
    await closeCartPanel(page)
    await expect(buyButton(page)).toBeFocused()
  }
})

test('an order above the limit ships free, in the region’s currency', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'userSelectedRegion', value: 'GB', url: baseURL ?? '' }])
  await open(page, SERUM)
  await buyButton(page).click()
  await expect(cartPanel(page)).toContainText('Free shipping over £60.00£5.60 to go')
  await closeCartPanel(page)
  await buyButton(page).click()
  await expect(cartPanel(page)).toContainText('Your order ships free.')
  await expect(cartPanel(page)).toContainText('Quantity 2£108.80')
  await expect(cartPanel(page).getByRole('progressbar')).toHaveJSProperty('position', 1)
})

test('the page stays usable beside the panel, and a click on it closes the panel', async ({ page }) => {
  await open(page, SERUM)
  await buyButton(page).click()
  await cartPanel(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(cartPanel(page)).toBeHidden()
  await buyButton(page).click()
  await expect(cartPanel(page)).toBeVisible()
  await page.mouse.move(300, 400)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.mouse.wheel(0, -300)
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(cartPanel(page)).toHaveCount(0)
})

test('by keyboard, the panel follows the button, and Escape closes it', async ({ page }) => {
  await open(page, SERUM)
  await buyButton(page).press('Enter')
  await expect(cartPanel(page)).toBeVisible()
  await expect(buyButton(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(cartPanel(page).getByRole('button', { name: 'Close', exact: true })).toBeFocused()
  await closeCartPanel(page)
  await buyButton(page).press('Enter')
  await expect(cartPanel(page)).toContainText('Quantity 2')
  const checkout = cartPanel(page).getByRole('link', { name: 'Checkout' })
  await checkout.press('Enter')
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(cartPanel(page)).toHaveCount(0)
  await page.goBack()
  await expect(buyButton(page)).toBeVisible()
  await expect(cartPanel(page)).toHaveCount(0)
})

test('the panel closes after a while, but not while it is used', async ({ page }) => {
  await page.clock.install()
  await open(page, SERUM)
  await buyButton(page).click()
  await cartPanel(page).getByRole('link', { name: 'View cart' }).focus()
  await page.clock.runFor(30_000)
  await expect(cartPanel(page)).toBeVisible()
  await buyButton(page).focus()
  await page.mouse.move(10, 10)
  await page.clock.runFor(11_000)
  await expect(cartPanel(page)).toBeHidden()
})

test('Back leaves the page and closes the panel', async ({ page }) => {
  await open(page, '/categories')
  await page.getByRole('link', { name: 'Skincare' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Skincare' })).toBeVisible()
  await addButton(page.getByRole('main')).first().press('Enter')
  await expect(cartPanel(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible()
  await expect(cartPanel(page)).toBeHidden()
})

test('a double click adds two and opens one panel, which stays', async ({ page }) => {
  await open(page, SERUM)
  await buyButton(page).dblclick()
  await expect(cartPanel(page)).toContainText('Quantity 2')
  await expect(cartPanel(page)).toHaveCount(1)
  await expect(cartPanel(page).getByRole('link', { name: 'Checkout' })).toBeVisible()
})

test('a change in another tab shows in the open panel', async ({ page, context, request }) => {
  const [first, second] = await findWellStockedProducts(request)
  await open(page, `/product/${first.id}`)
  await buyButton(page).click()
  await expect(cartPanel(page)).toContainText('Subtotal, 1 item')
  const otherTab = await context.newPage()
  await open(otherTab, `/product/${second.id}`)
  await buyButton(otherTab).click()
  await expect(cartPanel(otherTab)).toContainText('Subtotal, 2 items')
  const subtotal = formatDollars(Math.round((first.price + second.price) * 100))
  await expect(cartPanel(page)).toContainText(`Subtotal, 2 items${subtotal}`)
})

test('an addition that fails opens no panel', async ({ page, request }) => {
  const product = await findLowStockProduct(request)
  await open(page, `/product/${product.id}`)
  await page.getByLabel('Quantity').fill(String(product.stock))
  await buyButton(page).click()
  await closeCartPanel(page)
  await buyButton(page).click()
  await expect(notification(page)).toContainText('You already have the maximum quantity in your cart.')
  await expect(cartPanel(page)).toHaveCount(0)

  await startSession(page, await openAccount())
  await open(page, SERUM)
  await page.route('**/cart/lines', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await buyButton(page).click()
  await expect(notification(page)).toContainText('Failed to add item to cart. Please try again.')
  await expect(cartPanel(page)).toHaveCount(0)
})

test('a cart that can’t be ordered leads to the cart, not to checkout', async ({ page }) => {
  await storeGuestCart(page, JSON.stringify([{ productId: newId('product'), quantity: 1 }]))
  await open(page, SERUM)
  await buyButton(page).click()
  await expect(cartPanel(page)).toContainText('Some items can’t be ordered right now.')
  await expect(cartPanel(page).getByRole('link', { name: 'Checkout' })).toHaveCount(0)
  await expect(cartPanel(page).getByRole('link', { name: 'View cart' })).toBeVisible()
})

test('without the panel’s script, a sentence and a notification lead on', async ({ page }) => {
  await page.route('**/cart-panel-*.js', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await open(page, SERUM)
  await buyButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'The item is added successfully to the cart',
  )
  await expect(notification(page)).toContainText('Added to cart!')
  await expect(notification(page).getByRole('link', { name: 'View cart' })).toBeVisible()
  expect(await readGuestCart(page)).not.toBeNull()
})

test('with reduced motion, the panel doesn’t move in', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, SERUM)
  await buyButton(page).click()
  await expect(cartPanel(page)).toHaveCSS('transition-property', 'all')
})

test('a long name wraps', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 480 })
  const changeName = async (route: Route) => {
    const response = await route.fetch()
    const cart = await response.json()
    cart.lines[0].family = `عطر الورد 🌹 ${'Rosenblütenwasserkonzentrat'.repeat(4)}`
    await route.fulfill({ response, json: cart })
  }
  await page.route('**/cart/shown', changeName, { times: 1 })
  await open(page, SERUM)
  await buyButton(page).click()
  await expect(cartPanel(page)).toContainText('🌹')
  expect(await cartPanel(page).evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
  await cartPanel(page).getByRole('link', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
})

test('the panel suggests what goes before the added item, adds it, and suggests it no more', async ({
  page,
}) => {
  await open(page, SERUM)
  await buyButton(page).click()
  const panel = cartPanel(page)
  const suggestion = panel.getByRole('region', { name: 'Goes with your cart' })
  await expect(suggestion).toContainText('Goes before itOrange Blossom Facial Mist$42.00')
  expect(await findOverflow(page)).toBe(0)
  await suggestion.getByRole('button', { name: 'Add Orange Blossom Facial Mist' }).click()
  await expect(panel).toContainText('Subtotal, 2 items$110.00')
  await expect(panel).toContainText('Your order ships free.')
  await expect(suggestion).not.toContainText('$42.00')
  await expect(panel).toBeVisible()
})
