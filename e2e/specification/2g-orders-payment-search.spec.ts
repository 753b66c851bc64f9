import { ADMIN, GRACE, openAccount, startSession } from '../account.ts'
import { fetchQuoteTotal, findWellStockedProducts, formatDollars, openCart } from '../cart-page.ts'
import { fillCheckout, payWithCard, placeOrder } from '../checkout-form.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe("2 Orders (/orders) 'Your Orders' / 'Track and view your order history'", () => {
  test("The titles are 'Your Orders' and 'Track and view your order history'", async ({ page }) => {
    await startSession(page, GRACE)
    await page.goto('/orders')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Orders')
    await expect(page.getByText('Track and view your order history', { exact: true })).toBeVisible()
  })

  test('Loading spinner', async ({ page }) => {
    await startSession(page, ADMIN)
    await page.goto('/orders')
    await waitForHydration(page)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/orders.data*', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: 'Older orders' }).click()
    const status = page.getByRole('status').filter({ hasText: 'Loading your orders' })
    await expect(status.locator('.animate-spin')).toBeVisible()
    release()
    await expect(page.getByRole('link', { name: 'Newest orders' })).toBeVisible()
    await expect(status).toHaveCount(0)
  })

  test("Error state 'Error Loading Orders' / 'Please try again later.'", async ({ page }) => {
    await startSession(page, GRACE)
    await page.goto('/orders')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
    await page.route('**/orders.data*', (route) => route.fulfill({ status: 502 }))
    await page.goBack()
    const error = page.getByRole('alert')
    await expect(error.getByText('Error Loading Orders', { exact: true })).toBeVisible()
    await expect(error.getByText('Please try again later.', { exact: true })).toBeVisible()
  })

  test("Empty state 'You haven't placed any orders yet.'", async ({ page, request }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/orders')
    await expect(page.getByText("You haven't placed any orders yet.", { exact: true })).toBeVisible()
  })

  test("Otherwise one card per order: 'Order #{id}', 'Placed on {date}', an order status badge, 'Total: {formatted price}', '{n} items', and a payment status badge", async ({
    page,
  }) => {
    await startSession(page, GRACE)
    await page.goto('/orders')
    const { data } = await (await page.request.get('/api/v1/orders')).json()
    const [{ number, total_amount, status, payment_status, created_at, items }] = data
    const quantity = items.reduce((sum: number, item: { quantity: number }) => sum + item.quantity, 0)
    const card = page.getByRole('main').getByRole('article', { name: `Order #${number}`, exact: true })
    await expect(card).toHaveCount(1)
    const date = new Date(created_at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    for (const text of [
      `Placed on ${date}`,
      `Order: ${status}`,
      `Total: $${Number(total_amount).toFixed(2)}`,
      quantity === 1 ? '1 item' : `${quantity} items`,
      `Payment: ${payment_status}`,
    ])
      await expect(card).toContainText(text)
  })
})

test.describe('2 Payment result (/payment-success)', () => {
  test("Spinner 'Verifying your payment...'", async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/payment-success.data*', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/payment-success?session_id=cs_orchard')
    const status = page.getByRole('status').filter({ hasText: 'Verifying your payment...' })
    await expect(status).toBeVisible()
    await expect(status.locator('.animate-spin')).toBeVisible()
    release()
    await expect(status).toHaveCount(0)
  })

  test("Success card 'Payment Successful!' with order id and amount; buttons 'Continue Shopping' (to /) and 'View Orders' (to /profile)", async ({
    page,
    request,
  }) => {
    const [product] = await findWellStockedProducts(request)
    const lines = [{ productId: product.id, quantity: 1 }]
    await openCart(page, lines, '/checkout')
    await fillCheckout(page)
    await placeOrder(page)
    await payWithCard(page, '4242 4242 4242 4242')
    await expect(page.getByRole('heading', { name: 'Payment Successful!', exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText(/^EB\d{6,}$/)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(formatDollars(await fetchQuoteTotal(request, lines)))
    for (const [name, path] of [
      ['Continue Shopping', '/'],
      ['View Orders', '/profile'],
    ] as const)
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  })

  test("Failure card 'Payment Failed' with 'Try Again' (to /checkout) and 'Back to Home'", async ({
    page,
  }) => {
    await page.goto('/payment-success?session_id=cs_orchard')
    await expect(page.getByRole('heading', { name: 'Payment Failed', exact: true })).toBeVisible()
    for (const [name, path] of [
      ['Try Again', '/checkout'],
      ['Back to Home', '/'],
    ] as const)
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  })
})

test.describe('2 Search (/search?q={query})', () => {
  test('The navigation search box submits only non-empty trimmed text', async ({ page }) => {
    await page.goto('/categories')
    await waitForHydration(page)
    const searchBox = page.getByLabel('Search products')
    for (const blank of ['', '   ']) {
      await searchBox.fill(blank)
      await searchBox.press('Enter')
      await expect(page).toHaveURL('/categories')
    }
    await searchBox.fill('  rose  ')
    await searchBox.press('Enter')
    await expect(page).toHaveURL('/search?q=rose')
  })

  test('It navigates with the URL-encoded text', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    await page.getByLabel('Search products').fill('rose & oud?')
    await page.getByLabel('Search products').press('Enter')
    await expect(page).toHaveURL(`/search?q=${encodeURIComponent('rose & oud?')}`)
  })

  test("The page shows the heading 'SearchResults' and 'Search query: {q}'", async ({ page }) => {
    await page.goto('/search?q=rose')
    await expect(page.getByRole('heading', { level: 1, name: 'SearchResults', exact: true })).toBeVisible()
    await expect(page.getByText('Search query: rose', { exact: true })).toBeVisible()
  })
})
