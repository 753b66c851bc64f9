import type { APIRequestContext, Page } from '@playwright/test'
import { ADMIN } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { fetchQuoteTotal, findWellStockedProducts, formatDollars, openCart } from './cart-page.ts'
import { fillCheckout, payWithCard, placeOrder } from './checkout-form.ts'
import { readGuestCart } from './guest-cart.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

const test = createIsolatedTest()
const LIBRARY = '**/demo/card/library.js'

/** Checkout leads to a page of the store with the payment form. */
async function turnOnForm(request: APIRequestContext, form: 'store' | 'provider' = 'store'): Promise<void> {
  const token = await request.post('/api/v1/auth/token', { data: { grant_type: 'password', ...ADMIN } })
  const headers = { authorization: `Bearer ${(await token.json()).access_token}` }
  const { version } = await (await request.get('/api/v1/admin/settings', { headers })).json()
  const data = { version, payments: { form, methods: { klarna: true, upi: true } } }
  expect((await request.patch('/api/v1/admin/settings', { headers, data })).status()).toBe(200)
}

async function openPaymentForm(page: Page, request: APIRequestContext): Promise<string> {
  await turnOnForm(request)
  const total = await submitCheckout(page, request)
  await expect(page).toHaveURL(/\/checkout\/pay\?session_id=/)
  return total
}

async function submitCheckout(page: Page, request: APIRequestContext): Promise<string> {
  const [{ id: productId }] = await findWellStockedProducts(request)
  const lines = [{ productId, quantity: 1 }]
  const total = formatDollars(await fetchQuoteTotal(request, lines))
  await openCart(page, lines, '/checkout')
  await fillCheckout(page)
  await placeOrder(page)
  return total
}

async function expectPaid(page: Page, total: string): Promise<void> {
  await expect(page).toHaveURL(/\/payment-success\?session_id=/)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(total)
  await expect.poll(() => readGuestCart(page)).toBeNull()
}

test('a guest pays on a page of the store: declined, reloaded, then with 3-D Secure, exactly once', async ({
  page,
  request,
}) => {
  test.slow()
  const total = await openPaymentForm(page, request)
  const pay = page.getByRole('button', { name: `Pay ${total}` })
  await expect(page.getByText('This is a simulation').first()).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await pay.click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined. Please try a different card.')
  await page.reload()
  await page.getByLabel('Card number').fill('4000 0025 0000 3155')
  await pay.dblclick()
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined. Please try a different card.')
  await pay.click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expectPaid(page, total)
  // Back from the result: the form isn't shown again.
  await page.goBack()
  await expect(page).toHaveURL(/\/payment-success\?session_id=/)
})

test('a guest pays with a wallet, whose sheet can be cancelled', async ({ page, request }) => {
  const total = await openPaymentForm(page, request)
  const wallet = page.getByRole('button', { name: 'Apple Pay (simulated)' })
  await wallet.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await wallet.click()
  await page.getByRole('dialog', { name: 'Apple Pay' }).getByRole('button', { name: 'Pay' }).click()
  await expectPaid(page, total)
})

test('if the provider’s library doesn’t load, its own page takes the payment, and the form’s session closes', async ({
  page,
  request,
}) => {
  // As if something on the way had replaced it: a request that fails would be a problem in the console.
  await page.route(LIBRARY, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  const total = await openPaymentForm(page, request)
  await expect(page.getByRole('alert').first()).toContainText('The payment form couldn’t be loaded.')
  expect(await findAxeViolations(page)).toEqual([])
  const formUrl = page.url()
  await page.getByRole('button', { name: 'Pay on our provider’s page' }).click()
  await expect(page.getByText('SANDBOX')).toBeVisible()
  const providerUrl = page.url()
  await page.goto(formUrl)
  await expect(page.getByText('This payment is closed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/checkout')
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(providerUrl)
  await payWithCard(page, '4242 4242 4242 4242')
  await expectPaid(page, total)
})

test('without scripts, the form’s page leads to the provider’s', async ({ page, request, browser }) => {
  await openPaymentForm(page, request)
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  const plainPage = await plain.newPage()
  await plainPage.goto(page.url())
  await plainPage.getByRole('button', { name: 'Pay on our provider’s page' }).first().click()
  await expect(plainPage.getByText('SANDBOX')).toBeVisible()
  await plain.close()
})

test('a payment that takes longer says so on page, order, and in an email, and is then confirmed', async ({
  page,
  request,
}) => {
  test.slow()
  const total = await openPaymentForm(page, request)
  await expect(page.getByRole('radio', { name: 'UPI' })).toBeHidden()
  await page.getByRole('radio', { name: 'Klarna' }).check()
  await page.getByRole('button', { name: `Pay ${total}` }).click()
  await page.getByRole('button', { name: 'Decline it' }).click()
  await expect(page.getByRole('alert')).toContainText('Klarna declined the payment.')
  await page.getByRole('button', { name: /^Approve it, and let it take/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment processing' })).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  await expect.poll(() => readGuestCart(page)).toBeNull()
  await page.getByRole('link', { name: 'View Order' }).click()
  await expect(page.getByText('Your payment is processing.')).toBeVisible()
  const number = (await page.getByRole('heading', { level: 1 }).textContent())?.replace('Order #', '')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Paid.')
  }).toPass()
  await page.goto('/demo/mailbox')
  await expect(
    page.getByText(`Your payment for order #${number} is processing`, { exact: true }).first(),
  ).toBeVisible()
})

test('the provider’s page offers the same ways to pay', async ({ page, request }) => {
  await turnOnForm(request, 'provider')
  const total = await submitCheckout(page, request)
  await expect(page.getByText('SANDBOX')).toBeVisible()
  await page.getByRole('link', { name: 'Klarna' }).click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expectPaid(page, total)
})
