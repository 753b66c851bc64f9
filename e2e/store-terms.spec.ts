import { ADMIN, openAccount, startSession } from './account.ts'
import { apiClient } from './api.ts'
import { findAxeViolations } from './axe.ts'
import { cartTotal, findWellStockedProducts, openCart } from './cart-page.ts'
import { fillCheckout, placeOrder } from './checkout-form.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

const test = createIsolatedTest()

  test.slow()
  const admin = await apiClient(request, ADMIN)
  const account = await openAccount(request)
  const [{ id, price }] = await findWellStockedProducts(request)
  await startSession(page, account)
  await openCart(page, [{ productId: id, quantity: 1 }])
  const cents = Math.round(price * 100)
  const money = (amount: number) => `$${(amount / 100).toFixed(2)}`
  await expect(cartTotal(page)).toHaveText(
    money(cents + (cents > 7500 ? 0 : 1000) + Math.round(cents * 0.08)),
  )
  await page.goto('/checkout')
  await waitForHydration(page)

  const { body: settings } = await admin('GET /admin/settings')
  const changed = await admin('PATCH /admin/settings', {
    data: {
      version: settings.version,
      shipping: { fee: 4.5, free_from: 5000 },
      tax: { US: { rate: 10, included: true }, GB: { rate: 20, included: true } },
      regions: { GB: { rate: 0.5 }, IN: { enabled: false } },
    },
  })
  expect(changed.status).toBe(200)

  const total = money(cents + 450)
  await fillCheckout(page)
  await page.getByLabel('Demo payment').check()
  await placeOrder(page)
  await expect(page.getByText('Your total has changed').first()).toBeVisible()
  await expect(cartTotal(page)).toHaveText(total)
  await expect(page.getByText('Includes tax (10%)')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await placeOrder(page)
  await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible()
  const { data: orders } = await (await page.request.get('/api/v1/orders')).json()
  expect(orders).toMatchObject([{ total_amount: price + 4.5, tax_percent: 10, tax_included: true }])
  await page.goto(`/orders/${orders[0].number}`)
  await expect(page.getByText('Includes tax (10%)')).toBeVisible()
  await expect(page.getByText(total).first()).toBeVisible()
})

test('cached pages follow the settings, and a region that is off is neither offered nor kept', async ({
  page,
  request,
}) => {
  await page.goto('/shipping-returns')
  await waitForHydration(page)
  await page.getByLabel('Region and currency').selectOption('CA')
  await expect(page.getByText('Shipping to: Canada (CAD)')).toBeVisible()

  const admin = await apiClient(request, ADMIN)
  const { body: settings } = await admin('GET /admin/settings')
  const data = {
    version: settings.version,
    regions: { CA: { enabled: false } },
    shipping: { fee: 7, free_from: 90 },
  }
  expect((await admin('PATCH /admin/settings', { data })).status).toBe(200)

  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Orders up to $90.00')).toBeVisible({ timeout: 500 })
  }).toPass()
  const notice = page.getByText(
    'We don’t ship to Canada right now. Prices are for the United States, in USD.',
  )
  await expect(notice).toBeVisible()
  await expect(page.getByRole('option', { name: /Canada/ })).toHaveCount(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(notice).toBeHidden()
  await page.reload()
  await waitForHydration(page)
  await expect(notice).toBeHidden()
  await expect(page.getByLabel('Region and currency')).toHaveValue('US')
})
