import type { APIRequestContext, Page } from '@playwright/test'
import { openAccount, startSession } from '../account.ts'
import {
  cartRow,
  cartTotal,
  fetchQuoteTotal,
  findWellStockedProducts,
  formatDollars,
  openCart,
} from '../cart-page.ts'
import { fillCheckout, placeOrder } from '../checkout-form.ts'
import { expect, test } from '../test.ts'

async function openWithTwoProducts(page: Page, request: APIRequestContext, at: '/cart' | '/checkout') {
  const [first, second] = await findWellStockedProducts(request)
  const lines = [
    { productId: first.id, quantity: 2 },
    { productId: second.id, quantity: 1 },
  ]
  await openCart(page, lines, at)
  return { first, second, total: formatDollars(await fetchQuoteTotal(request, lines)) }
}

test.describe('2 Cart (/cart)', () => {
  test('An item list has quantity plus/minus and remove', async ({ page, request }) => {
    const { first, second } = await openWithTwoProducts(page, request, '/cart')
    const quantity = cartRow(page, first).locator('output')
    await cartRow(page, first).getByRole('button', { name: 'Increase quantity' }).click()
    await expect(quantity).toHaveText('3')
    await cartRow(page, first).getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(quantity).toHaveText('2')
    await cartRow(page, second).getByRole('button', { name: 'Remove' }).click()
    await expect(cartRow(page, second)).toHaveCount(0)
    await expect(cartRow(page, first)).toBeVisible()
  })

  test('The cart has an order summary', async ({ page, request }) => {
    const { total } = await openWithTwoProducts(page, request, '/cart')
    const summary = page.getByRole('region', { name: 'Order Summary' })
    await expect(summary.getByRole('term')).toHaveText(['Subtotal', 'Shipping', 'Tax (8%)', 'Total'])
    await expect(cartTotal(page)).toHaveText(total)
  })

  test('The cart has buttons to /checkout and /categories', async ({ page, request }) => {
    await openWithTwoProducts(page, request, '/cart')
    for (const [name, path] of [
      ['Proceed to Checkout', '/checkout'],
      ['Continue Shopping', '/categories'],
    ] as const)
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  })

  test("An empty cart shows 'Your Cart is Empty' with Continue Shopping to /categories", async ({ page }) => {
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: 'Your Cart is Empty', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue Shopping', exact: true })).toHaveAttribute(
      'href',
      '/categories',
    )
  })
})

test.describe('2 Checkout (/checkout)', () => {
  test('A contact, shipping address and payment-method form', async ({ page, request }) => {
    await openWithTwoProducts(page, request, '/checkout')
    const contact = page.getByRole('group', { name: 'Contact' })
    await expect(contact.getByRole('textbox', { name: 'Email *' })).toBeVisible()
    const address = page.getByRole('group', { name: 'Shipping Address' }).getByRole('textbox')
    for (const [index, label] of [
      'First Name *',
      'Last Name *',
      'Address *',
      'City *',
      'State *',
      'ZIP Code *',
      'Mobile Number *',
    ].entries())
      await expect(address.nth(index)).toHaveAccessibleName(label)
    await expect(page.getByRole('group', { name: 'Payment Method' }).getByRole('radio')).toHaveCount(2)
  })

  test('The checkout has an order summary', async ({ page, request }) => {
    const { first, second, total } = await openWithTwoProducts(page, request, '/checkout')
    const summary = page.getByRole('region', { name: 'Order Summary' })
    await expect(summary.getByRole('listitem')).toContainText([first.name, second.name])
    await expect(summary.getByRole('definition').last()).toHaveText(total)
  })

  test('After a test order it shows an order-confirmed screen', async ({ page, request }) => {
    const [product] = await findWellStockedProducts(request)
    await startSession(page, await openAccount(request))
    await page.request.post('/api/v1/cart/items', { data: { product_id: product.id, quantity: 1 } })
    await page.goto('/checkout')
    await fillCheckout(page)
    await page.getByLabel('Demo payment').check()
    await placeOrder(page)
    await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/Order #EB\d{6,} has been confirmed\./)
  })

  test("An empty cart shows 'Your cart is empty' with Browse Products", async ({ page }) => {
    await page.goto('/checkout')
    await expect(page.getByRole('heading', { name: 'Your cart is empty', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Browse Products', exact: true })).toHaveAttribute(
      'href',
      '/categories',
    )
  })
})
