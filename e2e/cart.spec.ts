import type { Page } from '@playwright/test'
import { openAccount, startSession } from './account.ts'
import { findAxeViolations } from './axe.ts'
import {
  cartRow,
  cartTotal,
  fetchQuoteTotal,
  findLowStockProduct,
  findWellStockedProducts,
  formatDollars,
  openCart,
} from './cart-page.ts'
import { addButton, readGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('a guest sees, changes, and empties the cart in every tab', async ({ page, context, request }) => {
  const [first, second] = await findWellStockedProducts(request)
  const lines = [
    { productId: first.id, quantity: 2 },
    { productId: second.id, quantity: 1 },
  ]
  await openCart(page, lines)
  await expect(cartTotal(page)).toHaveText(formatDollars(await fetchQuoteTotal(request, lines)))
  const secondTab = await context.newPage()
  await secondTab.goto('/cart')
  await waitForHydration(secondTab)
  await expect(cartTotal(secondTab)).toHaveText(formatDollars(await fetchQuoteTotal(request, lines)))

  await cartRow(page, first).getByRole('button', { name: 'Increase quantity' }).click()
  await expect(cartRow(page, first).locator('output')).toHaveText('3')
  const updatedLines = [{ productId: first.id, quantity: 3 }, lines[1] ?? { productId: '', quantity: 0 }]
  for (const tab of [page, secondTab])
    await expect(cartTotal(tab)).toHaveText(formatDollars(await fetchQuoteTotal(request, updatedLines)))

  await cartRow(page, second).getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(page.getByText('Item removed').first()).toBeVisible()
  await expect(cartRow(page, second)).toHaveCount(0)
  expect(JSON.parse((await readGuestCart(page)) ?? '')).toEqual([{ productId: first.id, quantity: 3 }])
  await expect(page.getByRole('link', { name: 'Proceed to checkout' })).toHaveAttribute('href', '/checkout')
  await cartRow(secondTab, first).getByRole('button', { name: 'Remove' }).click()
  for (const tab of [page, secondTab])
    await expect(tab.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL(/\/categories$/)

  await openCart(page, lines)
  await page.getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
  expect(await readGuestCart(page)).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('cartPrices'))).toBeNull()
})

test('price and stock changes are shown and block checkout until they are resolved', async ({
  page,
  request,
}) => {
  test.slow()
  const [first, second] = await findWellStockedProducts(request)
  await page.addInitScript(
    (prices) => localStorage.setItem('cartPrices', prices),
    JSON.stringify({ [first.id]: 100 }),
  )
  const deletedProductId = `prd_${'0'.repeat(20)}`
  await openCart(page, [
    { productId: first.id, quantity: 1 },
    { productId: second.id, quantity: 20 },
    { productId: deletedProductId, quantity: 1 },
  ])
  await expect(cartRow(page, first)).toContainText(
    /The price has changed from \$1\.00 to \$[\d.]+ since you added this item\./,
  )
  await expect(page.getByText('This product is no longer available.')).toBeVisible()
  const checkout = page.getByRole('button', { name: 'Proceed to checkout' })
  await expect(checkout).toBeDisabled()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  await page.getByRole('button', { name: /^Remove unavailable product/ }).click()
  await expect(page.getByRole('link', { name: 'Proceed to checkout' })).toBeVisible()

  const lowStockProduct = await findLowStockProduct(request)
  await openCart(page, [{ productId: lowStockProduct.id, quantity: 9 }])
  await expect(
    page.getByText(`You have 9 in your cart, but only ${lowStockProduct.stock} can be ordered.`),
  ).toBeVisible()
  await page.getByRole('button', { name: `Change to ${lowStockProduct.stock}` }).click()
  await expect(page.locator('output')).toHaveText(String(lowStockProduct.stock))
  await expect(page.getByRole('link', { name: 'Proceed to checkout' })).toBeVisible()
})

test('an offer code applies at checkout too, and an invalid one shows a message', async ({
  page,
  request,
}) => {
  const [first] = await findWellStockedProducts(request)
  const lines = [{ productId: first.id, quantity: 10 }]
  await openCart(page, lines)
  const code = page.getByLabel('Offer code')
  await code.fill('nonsense')
  await code.press('Enter')
  await expect(page.getByText('This code isn’t valid or has expired.')).toBeVisible()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill('shelf15')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Code SHELF15 is applied to your total.')).toBeVisible()
  await expect(cartTotal(page)).toHaveText(
    formatDollars(await fetchQuoteTotal(request, lines, { code: 'SHELF15' })),
  )
  await expect(page.getByRole('link', { name: 'Proceed to checkout' })).toHaveAttribute(
    'href',
    '/checkout?code=SHELF15',
  )
  await page.goto('/cart')
  await expect(page.getByLabel('Offer code')).toHaveValue('SHELF15')
})

test('a guest’s cart is merged into the account’s once, and changes appear before the server responds', async ({
  page,
  request,
}) => {
  test.slow()
  const account = await openAccount()
  const [first, second] = await findWellStockedProducts(request)
  await openCart(page, [{ productId: first.id, quantity: 2 }])
  await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible()
  await page.getByRole('link', { name: 'Login to Add' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible()
  await expect(cartRow(page, first).locator('output')).toHaveText('2')
  expect(await readGuestCart(page)).toBeNull()
  await page.reload()
  await waitForHydration(page)
  await expect(cartRow(page, first).locator('output')).toHaveText('2')
  await expect(page.getByRole('link', { name: 'Login to Add' })).toHaveCount(0)

  let releaseResponse = () => {}
  const responseReleased = new Promise<void>((resolve) => (releaseResponse = resolve))
  await page.route('**/cart/lines/*', async (route) => {
    await responseReleased
    await route.fulfill({
      status: 409,
      json: { refusal: { code: 'out_of_stock', message: `Only 2 left of ${first.name}.` } },
    })
  })
  await cartRow(page, first).getByRole('button', { name: 'Increase quantity' }).click()
  await expect(cartRow(page, first).locator('output')).toHaveText('3')
  releaseResponse()
  await expect(page.getByText(`Only 2 left of ${first.name}.`).first()).toBeVisible()
  await expect(cartRow(page, first).locator('output')).toHaveText('2')
  await page.unroute('**/cart/lines/*')

  await page.request.post('/api/v1/cart/items', { data: { product_id: second.id, quantity: 1 } })
  await page.reload()
  await waitForHydration(page)
  const lines = [
    { productId: first.id, quantity: 2 },
    { productId: second.id, quantity: 1 },
  ]
  await expect(cartTotal(page)).toHaveText(formatDollars(await fetchQuoteTotal(request, lines)))
  await page.getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
})

test('an account’s double click adds twice, and a change that cannot be saved is undone with its reason', async ({
  page,
  context,
  request,
}) => {
  test.slow()
  const [first] = await findWellStockedProducts(request)
  await startSession(page, await openAccount())
  await page.goto(`/product/${first.id}`)
  await waitForHydration(page)
  const posts: string[] = []
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url())
    if (sent.method() === 'POST' && pathname !== '/cart/shown') posts.push(pathname)
  })
  await addButton(page.getByRole('main')).first().dblclick()
  await expect.poll(() => fetchAccountCart(page)).toMatchObject([{ quantity: 2 }])
  expect(posts).toEqual(['/cart/lines', '/cart/lines'])

  const profile = page.waitForResponse('**/api/v1/profile')
  await page.goto('/cart')
  await waitForHydration(page)
  await profile
  const increase = cartRow(page, first).getByRole('button', { name: 'Increase quantity' })
  const quantity = cartRow(page, first).locator('output')
  await context.setOffline(true)
  await increase.click()
  await expect(page.getByText('Failed to update cart. Please try again.').first()).toBeVisible()
  await expect(quantity).toHaveText('2')
  await context.setOffline(false)
  await increase.click()
  await expect.poll(() => fetchAccountCart(page)).toMatchObject([{ quantity: 3 }])

  await context.clearCookies()
  await increase.click()
  await expect(page.getByText('User must be logged in').first()).toBeVisible()
  await expect(quantity).toHaveText('3')
})

async function fetchAccountCart(page: Page): Promise<unknown> {
  return (await (await page.request.get('/api/v1/cart')).json()).data
}
