import { openAccount, startSession } from './account.ts'
import { findWellStockedProducts } from './cart-page.ts'
import { fillCheckout, payWithCard, placeOrder } from './checkout-form.ts'
import { expect, test } from './test.ts'

test.use({ javaScriptEnabled: false })

test('a shopper pays by card with plain forms', async ({ page, request }) => {
  const [first] = await findWellStockedProducts(request)
  await startSession(page, await openAccount(request))
  await page.request.post('/api/v1/cart/items', { data: { product_id: first.id, quantity: 1 } })
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page)
  await expect(page.getByText('SANDBOX')).toBeVisible()
  await payWithCard(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/payment-success\?session_id=/)
  await page.getByRole('button', { name: 'Check Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Orders' })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
})
