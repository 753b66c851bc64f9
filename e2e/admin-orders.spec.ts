import type { Page } from '@playwright/test'
import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations, findOverflow } from './axe.ts'
import { findWellStockedProducts, openCart } from './cart-page.ts'
import { fetchFirstProduct } from './catalog.ts'
import { fillCheckout, payWithCard, placeOrder as submitCheckout } from './checkout-form.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.slow()

const shipping_address = {
  email: 'admin@eternalbeauty.example',
  firstName: 'Nadia',
  lastName: 'Farrow',
  address: '4 Quay Street',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
  mobileNumber: '+1 503 555 0144',
}

async function createTestOrder(page: Page): Promise<string> {
  const { id } = await fetchFirstProduct(page.request)
  const response = await page.request.post('/api/v1/orders', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: { items: [{ product_id: id, quantity: 1 }], shipping_address, payment: 'demo' },
  })
  return (await response.json()).number
}

test('an order’s items have their picture and quantity at every width', async ({ page }) => {
  await openAdmin(page)
  const number = await createTestOrder(page)
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/admin/orders/${number}`)
    const items = page.getByRole('table', { name: 'Items' })
    await expect(items.locator('img')).toHaveJSProperty('complete', true)
    await expect(items.getByText('× 1').filter({ visible: true })).toHaveCount(1)
    expect(await findOverflow(page)).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
  }
})

test('an order is processed, noted, shipped, and delivered through allowed status changes only', async ({
  page,
}) => {
  await openAdmin(page)
  const number = await createTestOrder(page)
  await page.goto(`/admin/orders/${number}`)
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${number}`)
  await expect(page.getByText('test order')).toBeVisible()
  await expect(page.getByText('Times are in UTC.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Nadia Farrow')
  await expect(page.getByRole('button', { name: 'Mark as delivered' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByLabel(/Internal note/)).toHaveAccessibleDescription('Enter a note.')
  await page.getByLabel(/Internal note/).fill('Wrap it in silk paper')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Wrap it in silk paper')
  await page.getByLabel('Carrier').fill('DHL')
  await page.getByLabel('Tracking number').fill('JD014600')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(visibleMessage(page, 'Order updated')).toBeVisible()
  await expect(page.getByText('DHL JD014600')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Pending → Processing')
  await page.getByText('Edit tracking').click()
  await page.getByLabel('Tracking number').fill('JD014601')
  await page.getByLabel('Send the email again').check()
  await page.getByRole('button', { name: 'Save tracking' }).click()
  await expect(visibleMessage(page, 'Tracking details updated')).toBeVisible()
  await expect(page.getByText('DHL JD014601', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('DHL JD014600 → DHL JD014601')
  await page.getByRole('button', { name: /Resend.*Shipping confirmation/ }).click()
  await expect(visibleMessage(page, 'Email resent')).toBeVisible()
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await expect(page.getByRole('heading', { name: `Packing slip · Order #${number}` })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('$')
  await page.goto(`/admin/orders/${number}/invoice`)
  await expect(page.getByRole('main')).toContainText('$')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.goto(`/admin/orders/${number}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Next steps' })).toHaveCount(0)
})

test('selected orders are shipped together, and a cancellation is confirmed once', async ({ page }) => {
  await openAdmin(page, '/admin/orders')
  const numbers = [await createTestOrder(page), await createTestOrder(page), await createTestOrder(page)]
  await page.goto('/admin/orders?show=to-pack&q=farrow')
  await waitForHydration(page)
  for (const number of numbers.slice(0, 2)) await page.getByLabel(`Select ${number}`).check()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ship orders' })).toBeVisible()
  await waitForHydration(page)
  expect(await findAxeViolations(page)).toEqual([])
  const firstOrder = page.getByRole('group', { name: `Order ${numbers[0]}` })
  await firstOrder.getByLabel('Carrier').fill('UPS')
  await firstOrder.getByLabel('Tracking number').fill('1Z999')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(visibleMessage(page, '2 orders marked as shipped')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(visibleMessage(page, '2 shipments undone')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(visibleMessage(page, '2 orders marked as shipped')).toBeVisible()
  await page.goto('/admin/orders?show=to-pack&q=farrow')
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: numbers[0] })).toHaveCount(0)
  await page.goto(`/legacy-admin/orders/${numbers[2]}`)
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()
  await page.getByText('Cancel order…').click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page).toHaveURL(new RegExp(`/legacy-admin/orders/${numbers[2]}$`))
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
})

test('a paid order is refunded in part, but never above the amount paid', async ({ page }) => {
  await openAdmin(page, '/admin/orders?show=to-pack&q=example.com')
  await page.getByRole('link', { name: /^EB/ }).first().click()
  const refund = page.getByRole('region', { name: 'Refund' })
  await refund.getByText('Refund…').click()
  await refund.getByLabel('Amount').fill('999999')
  await refund.getByRole('button').click()
  await expect(visibleMessage(page, 'Couldn’t update the order')).toBeVisible()
  await expect(visibleMessage(page, 'You can refund up to')).toBeVisible()
  await refund.getByLabel('Amount').fill('1e1')
  await refund.getByRole('button').click()
  await expect(refund.getByLabel('Amount')).toHaveAccessibleDescription(/Enter a number/)
})

test('the timeline groups stock changes and what the card provider reports', async ({ page, store }) => {
  await openAdmin(page)
  const number = await createTestOrder(page)
  await queryDatabase(
    store.databaseUrl,
    `insert into provider_events (id, kind, order_id, outcome, happened_at)
     select 'evt_' || $1 || n, 'refund.updated', o.id, 'refunded', now()
     from orders o, generate_series(1, 4) n where o.number = $1`,
    [number],
  )
  await page.goto(`/admin/orders/${number}`)
  await waitForHydration(page)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('Stock, payment, and accounting details').click()
  await expect(timeline.getByText('Refund confirmed by Stripe, 4 notices')).toHaveCount(1)
  await expect(timeline.getByText('refund.updated: refunded')).toBeHidden()
  await timeline.getByText('Technical details').click()
  await expect(timeline.getByText('refund.updated: refunded')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
})

/** The state after the provider rejected a refund: requested, not sent, not booked. */
const insertFailedRefund = (databaseUrl: string, orderNumber: string, amount: number) =>
  queryDatabase(
    databaseUrl,
    `insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, state, failed_at, failure)
     select $1, p.order_id, p.id, $3, p.currency, 'refunded', $1, 'failed', now(), 'Insufficient funds.'
     from payments p join orders o on o.id = p.order_id where o.number = $2`,
    [`ref_${crypto.randomUUID()}`, orderNumber, amount],
  )

test('a failed refund stays visible until it is retried or settled manually', async ({
  page,
  request,
  store,
}) => {
  const [product] = await findWellStockedProducts(request)
  await openCart(page, [{ productId: product.id, quantity: 1 }], '/checkout')
  await fillCheckout(page)
  await submitCheckout(page)
  await payWithCard(page, '4242 4242 4242 4242')
  const number = (await page.getByText(/^EB\d{6,}$/).textContent()) ?? ''
  for (const amount of [300, 500]) await insertFailedRefund(store.databaseUrl, number, amount)
  await openAdmin(page)
  await expect(page.getByRole('link', { name: /refund/i })).toBeVisible()
  await page.goto(`/admin/orders/${number}`)
  await waitForHydration(page)
  const failedRefunds = page.getByRole('region', { name: 'Refund failed' })
  const firstRefund = failedRefunds.getByRole('listitem').first()
  await expect(firstRefund).toContainText('Insufficient funds.')
  expect(await findAxeViolations(page)).toEqual([])
  await firstRefund.getByRole('button', { name: 'Retry refund' }).click()
  await expect(visibleMessage(page, 'Refund submitted')).toBeVisible()
  await expect(failedRefunds.getByRole('listitem')).toHaveCount(1)
  await failedRefunds.getByText('Mark as resolved…').click()
  await failedRefunds.getByRole('button', { name: 'Mark as resolved', exact: true }).click()
  await expect(visibleMessage(page, 'Refund resolved')).toBeVisible()
  await expect(failedRefunds).toHaveCount(0)
})
