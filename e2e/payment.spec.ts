import { findAxeViolations } from './axe.ts'
import { fetchQuoteTotal, findWellStockedProducts, formatDollars, openCart } from './cart-page.ts'
import { fillCheckout, payWithCard, placeOrder } from './checkout-form.ts'
import { readGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const DECLINED_CARD = '4000 0000 0000 0002'
const AUTHENTICATION_CARD = '4000 0025 0000 3155'

test('a guest pays by card: declined, abandoned, then paid exactly once despite reloads', async ({
  page,
  context,
  request,
  browser,
  store,
}) => {
  test.slow()
  const [first, second] = await findWellStockedProducts(request)
  const lines = [{ productId: first.id, quantity: 1 }]
  const orderTotal = formatDollars(await fetchQuoteTotal(request, lines))
  await openCart(page, lines, '/checkout')
  await fillCheckout(page)
  await page.getByRole('button', { name: /^Place order/ }).dblclick()
  await expect(page.getByText('SANDBOX')).toBeVisible()
  await expect(page.getByText(orderTotal).first()).toBeVisible()
  await payWithCard(page, DECLINED_CARD)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('link', { name: 'Return to the store without paying' }).click()

  await expect(page).toHaveURL(/\/checkout$/)
  await waitForHydration(page)
  await expect(page.getByRole('textbox', { name: 'Address *', exact: true })).toHaveValue('12 Pear Lane')
  await expect(page.getByText(first.name)).toBeVisible()
  await placeOrder(page)
  await expect(page.getByText('SANDBOX')).toBeVisible()
  await payWithCard(page, AUTHENTICATION_CARD)
  await page.getByRole('button', { name: 'Complete authentication' }).click()

  await expect(page).toHaveURL(/\/payment-success\?session_id=/)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByText('Your order has been confirmed.').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText(orderTotal)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  expect(await readGuestCart(page)).toBeNull()
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'View Orders' })).toHaveAttribute('href', '/profile')
  const number = (await page.getByText(/^EB\d{6,}$/).textContent()) ?? ''
  const successUrl = page.url()

  // A new cart survives a reload, a second tab, and the back button.
  await page.evaluate(
    (text) => localStorage.setItem('cart', text),
    JSON.stringify([{ productId: second.id, quantity: 1 }]),
  )
  const secondTab = await context.newPage()
  for (const tab of [page, secondTab]) {
    await tab.goto(successUrl)
    await expect(tab.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expect(tab.getByText(number)).toBeVisible()
    expect(await readGuestCart(tab)).toContain(second.id)
  }
  await secondTab.close()

  // Only the buyer's browser can open the order.
  await page.goto('/orders')
  const browserOrders = page.getByRole('region', { name: 'Placed in this browser' })
  await expect(browserOrders.getByRole('link', { name: `Order #${number}` })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(successUrl)
  await page.getByRole('link', { name: 'View Order', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/orders/${number}$`))
  await expect(page.getByRole('heading', { name: `Order #${number}` })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  const otherVisitor = await browser.newPage({ baseURL: store.url })
  await otherVisitor.goto(`/orders/${number}`)
  await expect(otherVisitor).toHaveURL(/\/login\?next=/)
  await otherVisitor.goto(successUrl)
  await expect(otherVisitor.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(otherVisitor.getByRole('link', { name: 'View Order', exact: true })).toHaveCount(0)
  await otherVisitor.goto(`/orders/${number}`)
  await expect(otherVisitor).toHaveURL(/\/login\?next=/)
  await otherVisitor.close()
})

test('an unknown payment shows the failure page with links', async ({ page }) => {
  await openCart(page, [], '/payment-success')
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expect(page.getByText('Please try again or contact support.').first()).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/checkout')
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await page.goto('/payment-success?session_id=cs_nobody')
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()

  await page.route('**/payment-success.data*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 499 }) : route.continue(),
  )
  await page.goto('/payment-success?session_id=cs_nobody')
  await expect(page.getByText('Verification failed').first()).toBeVisible()
  await expect(page.getByText('Unable to verify payment. Please contact support.').first()).toBeVisible()
})
