import type { APIRequestContext, FrameLocator, Page } from '@playwright/test'
import { ADMIN } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { fetchQuoteTotal, findWellStockedProducts, formatDollars, openCart } from './cart-page.ts'
import { readGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

const test = createIsolatedTest()

async function turnOnExpress(request: APIRequestContext, express: 'cart' | 'products'): Promise<void> {
  const token = await request.post('/api/v1/auth/token', { data: { grant_type: 'password', ...ADMIN } })
  const headers = { authorization: `Bearer ${(await token.json()).access_token}` }
  const { version } = await (await request.get('/api/v1/admin/settings', { headers })).json()
  const data = { version, payments: { express } }
  expect((await request.patch('/api/v1/admin/settings', { headers, data })).status()).toBe(200)
}

const expressFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Express checkout"]')

async function openSheet(page: Page, wallet = 'Apple Pay') {
  await expressFrame(page)
    .getByRole('button', { name: `${wallet} (simulated)` })
    .click()
  const sheet = page.getByRole('dialog', { name: wallet })
  await expect(sheet).toBeVisible()
  return sheet
}

async function expectPaid(page: Page, total: string): Promise<void> {
  await expect(page).toHaveURL(/\/payment-success\?session_id=pi_/)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(total)
}

test('from the cart panel, a wallet pays: cancelled, refused for another country, then paid once', async ({
  page,
  request,
}) => {
  test.slow()
  await turnOnExpress(request, 'cart')
  const [{ id: productId }] = await findWellStockedProducts(request)
  const total = formatDollars(await fetchQuoteTotal(request, [{ productId, quantity: 1 }]))
  await page.goto(`/product/${productId}`)
  await waitForHydration(page)
  await expect(page.locator('iframe')).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  const sheet = await openSheet(page)
  await expect(sheet).toContainText(total)
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Cart' })).toBeVisible()
  await openSheet(page)
  await sheet.getByLabel('Ship to').selectOption('FR')
  await expect(sheet.getByRole('alert')).toContainText('The store doesn’t ship to this address.')
  await expect(sheet.getByRole('button', { name: 'Pay' })).toBeDisabled()
  await sheet.getByLabel('Ship to').selectOption('US')
  await sheet.getByRole('button', { name: 'Pay' }).dblclick()
  await expectPaid(page, total)
  await expect.poll(() => readGuestCart(page)).toBeNull()
  await page.getByRole('link', { name: 'View Order', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('100 Sandbox Street')
})

test('cart and checkout have the buttons, which are accessible at each width, and follow the cart', async ({
  page,
  request,
}) => {
  test.slow()
  await turnOnExpress(request, 'cart')
  const [{ id: productId }] = await findWellStockedProducts(request)
  await openCart(page, [{ productId, quantity: 1 }])
  const apple = expressFrame(page).getByRole('button', { name: 'Apple Pay (simulated)' })
  await expect(apple).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
    expect((await apple.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  const total = formatDollars(await fetchQuoteTotal(request, [{ productId, quantity: 2 }]))
  await expect(page.getByRole('main')).toContainText(total)
  await page.goto('/checkout')
  await expect(apple).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  const sheet = await openSheet(page, 'Google Pay')
  await expect(sheet).toContainText(total)
  await sheet.getByRole('button', { name: 'Pay' }).click()
  await expectPaid(page, total)
})

test('what sells out while the sheet is open is refused in the sheet, and nothing is charged', async ({
  page,
  request,
}) => {
  test.slow()
  await turnOnExpress(request, 'cart')
  const [{ id: productId }] = await findWellStockedProducts(request)
  await openCart(page, [{ productId, quantity: 1 }])
  const sheet = await openSheet(page)
  const answer = JSON.stringify({ problem: 'Rose Hip Night Serum is sold out.', reason: 'fail' })
  await page.route('**/checkout/express/order', (route) =>
    route.fulfill({ contentType: 'application/json', body: answer }),
  )
  await sheet.getByRole('button', { name: 'Pay' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('Rose Hip Night Serum is sold out.')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(expressFrame(page).getByRole('alert')).toHaveText('Rose Hip Night Serum is sold out.')
  await expect(page).toHaveURL(/\/cart$/)
})

test('on a product page, a wallet pays for that product alone, and the cart stays', async ({
  page,
  request,
}) => {
  test.slow()
  await turnOnExpress(request, 'products')
  const [{ id: first }, { id: second }] = await findWellStockedProducts(request)
  await openCart(page, [{ productId: first, quantity: 1 }])
  await page.goto(`/product/${second}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  const total = formatDollars(await fetchQuoteTotal(request, [{ productId: second, quantity: 2 }]))
  const sheet = await openSheet(page)
  await expect(sheet).toContainText(total)
  await sheet.getByRole('button', { name: 'Pay' }).click()
  await expectPaid(page, total)
  expect(await readGuestCart(page)).not.toBeNull()
})
