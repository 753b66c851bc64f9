import type { APIRequestContext } from '@playwright/test'
import { ADMIN } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { fetchQuoteTotal, findWellStockedProducts, formatDollars, openCart } from './cart-page.ts'
import { fillCheckout, payWithCard, placeOrder } from './checkout-form.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

async function issueGiftCard(request: APIRequestContext, amount: number): Promise<string> {
  const token = await request.post('/api/v1/auth/token', { data: { grant_type: 'password', ...ADMIN } })
  const { access_token } = await token.json()
  const issued = await request.post('/api/v1/admin/gift-cards', {
    data: { amount, currency: 'usd' },
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(issued.status()).toBe(201)
  return (await issued.json()).code
}

test('a gift card pays a part of an order, then, with another, all of the next', async ({
  page,
  request,
}) => {
  test.slow()
  const [{ id: productId }] = await findWellStockedProducts(request)
  const lines = [{ productId, quantity: 1 }]
  const total = await fetchQuoteTotal(request, lines)
  const [code, another] = [await issueGiftCard(request, total + 1000), await issueGiftCard(request, total)]

  await openCart(page, [{ productId, quantity: 2 }], '/checkout')
  await page.getByText('Add a gift card').click()
  const field = page.getByRole('textbox', { name: 'Gift card code' })
  await field.fill('NOT A CODE')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('This gift card code isn’t valid.')
  await expect(field).toHaveValue('NOT A CODE')
  await field.fill(code.toLowerCase().replace(/(.{4})/g, '$1-'))
  await fillCheckout(page)
  // The typed card is applied first, so that the shopper sees what is left to pay.
  await placeOrder(page)
  await expect(page.getByText('Left to pay', { exact: true })).toBeVisible()
  await expect(field).toBeHidden()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText(`Gift card ending in ${code.slice(-4)}`).first()).toBeVisible()
  await fillCheckout(page)
  await placeOrder(page)
  await expect(page.getByText('SANDBOX')).toBeVisible()
  await payWithCard(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

  await openCart(page, lines, '/checkout')
  await page.getByText('Add a gift card').click()
  await field.fill(code)
  await page.getByRole('button', { name: 'Apply' }).first().click()
  await expect(field).toHaveAccessibleDescription(/has been used up/)
  await field.fill(another)
  await field.press('Enter')
  await expect(page.getByText('It covers your order')).toBeVisible()
  await fillCheckout(page)
  await expect(page.getByRole('button', { name: `Place order · ${formatDollars(0)}` })).toBeEnabled()
  await placeOrder(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})
