import type { Page, Route } from '@playwright/test'
import { newId } from '#core/ids.ts'
import { openAccount, startSession } from './account.ts'
import { findAxeViolations, findOverflow } from './axe.ts'
import { findLowStockProduct, findWellStockedProducts, formatDollars } from './cart-page.ts'
import { addButton, cartDrawer, closeCartDrawer, readGuestCart, storeGuestCart } from './guest-cart.ts'
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

for (const [width, height, drawerWidth] of [
  [390, 844, 390],
  [768, 1024, 448],
  [1440, 900, 448],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test('a drawer shows the added item, the way to free shipping, and the subtotal, and the page stays', async ({
      page,
    }) => {
      const totalShift = await watchLayoutShifts(page)
      await open(page, LIPSTICK)
      await buyButton(page).scrollIntoViewIfNeeded()
      const buttonBefore = await buyButton(page).boundingBox()
      const shiftBefore = await totalShift()
      // A locator's click scrolls the page to a button that sticks to the screen.
      await page.mouse.click((buttonBefore?.x ?? 0) + 20, (buttonBefore?.y ?? 0) + 20)
      const drawer = cartDrawer(page)
      await expect(drawer.getByRole('alert')).toHaveText('The item is added successfully to the cart')
      await expect(notification(page)).toContainText('Added to cart!')
      await expect(drawer).toContainText('Satin Lipstick')
      await expect(drawer).toContainText('Mulberry')
      await expect(drawer).toContainText('Quantity 1$38.00')
      await expect(drawer).toContainText('Free shipping over $75.00$37.00 to go')
      await expect(drawer).toContainText('Subtotal, 1 item$38.00')
      await expect(drawer.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout')
      await expect(drawer.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart')
      await expect(drawer).toBeFocused()
      await expect(drawer).toHaveCSS('translate', 'none')
      expect(await drawer.boundingBox()).toEqual({ x: width - drawerWidth, y: 0, width: drawerWidth, height })
      expect(await buyButton(page).boundingBox()).toEqual(buttonBefore)
      expect((await totalShift()) - shiftBefore).toBeLessThan(NEGLIGIBLE_SHIFT)
      expect(await findOverflow(page)).toBe(0)
      expect(await findAxeViolations(page)).toEqual([])
      await closeCartDrawer(page)
      await expect(buyButton(page)).toBeFocused()
    })
  })
}

test('an order above the limit ships free, in the region’s currency', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'userSelectedRegion', value: 'GB', url: baseURL ?? '' }])
  await open(page, SERUM)
  await buyButton(page).click()
  await expect(cartDrawer(page)).toContainText('Free shipping over £60.00£5.60 to go')
  await closeCartDrawer(page)
  await buyButton(page).click()
  await expect(cartDrawer(page)).toContainText('Your order ships free.')
  await expect(cartDrawer(page)).toContainText('Quantity 2£108.80')
  await expect(cartDrawer(page).getByRole('progressbar')).toHaveJSProperty('position', 1)
})

test('the drawer closes with its button or a click beside it, and the page scrolls again', async ({
  page,
}) => {
  await open(page, SERUM)
  await buyButton(page).click()
  await cartDrawer(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(cartDrawer(page)).toBeHidden()
  await buyButton(page).click()
  await expect(cartDrawer(page)).toBeVisible()
  await page.mouse.move(300, 400)
  await page.mouse.wheel(0, 600)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.mouse.click(300, 400)
  await expect(cartDrawer(page)).toBeHidden()
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

test('by keyboard, focus stays in the drawer and a second Enter goes nowhere', async ({ page }) => {
  await open(page, SERUM)
  await buyButton(page).press('Enter')
  await expect(cartDrawer(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cartDrawer(page)).toBeVisible()
  await expect(page).toHaveURL(SERUM)
  const checkout = cartDrawer(page).getByRole('link', { name: 'Checkout' })
  await page.keyboard.press('Tab')
  await expect(cartDrawer(page).getByRole('button', { name: 'Close', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(checkout).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(cartDrawer(page)).toHaveCount(0)
  await page.goBack()
  await expect(buyButton(page)).toBeVisible()
  await expect(cartDrawer(page)).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
})

test('Back leaves the page and closes the drawer', async ({ page }) => {
  await open(page, '/categories')
  await page.getByRole('link', { name: 'Skincare' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Skincare' })).toBeVisible()
  await addButton(page.getByRole('main')).first().press('Enter')
  await expect(cartDrawer(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible()
  await expect(cartDrawer(page)).toBeHidden()
})

test('a double click adds two and opens one drawer, which stays', async ({ page }) => {
  await open(page, SERUM)
  await buyButton(page).dblclick()
  await expect(cartDrawer(page)).toContainText('Quantity 2')
  await expect(cartDrawer(page)).toHaveCount(1)
  await expect(cartDrawer(page).getByRole('link', { name: 'Checkout' })).toBeVisible()
})

test('a change in another tab shows in the open drawer', async ({ page, context, request }) => {
  const [first, second] = await findWellStockedProducts(request)
  await open(page, `/product/${first.id}`)
  await buyButton(page).click()
  await expect(cartDrawer(page)).toContainText('Subtotal, 1 item')
  const otherTab = await context.newPage()
  await open(otherTab, `/product/${second.id}`)
  await buyButton(otherTab).click()
  await expect(cartDrawer(otherTab)).toContainText('Subtotal, 2 items')
  const subtotal = formatDollars(Math.round((first.price + second.price) * 100))
  await expect(cartDrawer(page)).toContainText(`Subtotal, 2 items${subtotal}`)
})

test('an addition that fails opens no drawer', async ({ page, request }) => {
  const product = await findLowStockProduct(request)
  await open(page, `/product/${product.id}`)
  await page.getByLabel('Quantity').fill(String(product.stock))
  await buyButton(page).click()
  await closeCartDrawer(page)
  await buyButton(page).click()
  await expect(notification(page)).toContainText('You already have the maximum quantity in your cart.')
  await expect(cartDrawer(page)).toHaveCount(0)

  await startSession(page, await openAccount(request))
  await open(page, SERUM)
  await page.route('**/cart/lines', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await buyButton(page).click()
  await expect(notification(page)).toContainText('Failed to add item to cart. Please try again.')
  await expect(cartDrawer(page)).toHaveCount(0)
})

test('a cart that can’t be ordered leads to the cart, not to checkout', async ({ page }) => {
  await storeGuestCart(page, JSON.stringify([{ productId: newId('product'), quantity: 1 }]))
  await open(page, SERUM)
  await buyButton(page).click()
  await expect(cartDrawer(page)).toContainText('Some items can’t be ordered right now.')
  await expect(cartDrawer(page).getByRole('link', { name: 'Checkout' })).toHaveCount(0)
  await expect(cartDrawer(page).getByRole('link', { name: 'View cart' })).toBeVisible()
})

test('without the drawer’s script, a sentence and a notification lead on', async ({ page }) => {
  await page.route('**/cart-drawer-*.js', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await open(page, SERUM)
  await buyButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'The item is added successfully to the cart',
  )
  await expect(notification(page)).toContainText('Added to cart!')
  await expect(notification(page).getByRole('link', { name: 'View cart' })).toBeVisible()
  expect(await readGuestCart(page)).not.toBeNull()
})

test('with reduced motion, the drawer doesn’t slide', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, SERUM)
  await buyButton(page).click()
  await expect(cartDrawer(page)).toHaveCSS('transition-property', 'all')
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
  await expect(cartDrawer(page)).toContainText('🌹')
  expect(await cartDrawer(page).evaluate((drawer) => drawer.scrollWidth - drawer.clientWidth)).toBe(0)
  await cartDrawer(page).getByRole('link', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
})
