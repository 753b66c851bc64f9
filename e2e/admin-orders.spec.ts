import type { Page } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { findAxeViolations, findOverflow } from './axe.ts'
import { fetchFirstProduct } from './catalog.ts'
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

test('an order’s items have their picture and quantity at every width, and its details open', async ({
  page,
  store,
}) => {
  await openAdmin(page)
  const number = await createTestOrder(page)
  await queryDatabase(
    store.databaseUrl,
    `insert into provider_events (id, kind, order_id, outcome, happened_at)
     select 'evt_' || $1 || n, 'refund.updated', o.id, 'refunded', now()
     from orders o, generate_series(1, 4) n where o.number = $1`,
    [number],
  )
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/admin/orders/${number}`)
    const items = page.getByRole('table', { name: 'Items' })
    await expect(items.locator('img')).toHaveJSProperty('complete', true)
    await expect(items.getByText('× 1').filter({ visible: true })).toHaveCount(1)
    expect(await findOverflow(page)).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
  }
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('Stock, payment, and accounting details').click()
  await expect(timeline.getByText('Refund confirmed by Stripe, 4 notices')).toHaveCount(1)
  await expect(timeline.getByText('refund.updated: refunded')).toBeHidden()
  await timeline.getByText('Technical details').click()
  await expect(timeline.getByText('refund.updated: refunded')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto(`/admin/orders/${await insertFailedRefund(store.databaseUrl)}`)
  await waitForHydration(page)
  const failedRefunds = page.getByRole('region', { name: 'Refund failed' })
  await expect(failedRefunds).toContainText('Insufficient funds.')
  expect(await findAxeViolations(page)).toEqual([])
  await failedRefunds.getByText('Mark as resolved…').click()
  await failedRefunds.getByRole('button', { name: 'Mark as resolved', exact: true }).click()
  await expect(failedRefunds).toHaveCount(0)
})

/** The state after the provider rejected a refund: requested, not sent, not booked. Returns the order’s number. */
async function insertFailedRefund(databaseUrl: string): Promise<string> {
  const [order] = await queryDatabase<{ number: string }>(
    databaseUrl,
    `with refunded as (
       select o.number, p.id, p.order_id, p.currency from payments p join orders o on o.id = p.order_id
       where p.state = 'paid' and o.status = 'delivered' and o.payment_status = 'paid'
       order by o.created_at desc limit 1
     ), added as (
       insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, state, failed_at, failure)
       select $1, order_id, id, 300, currency, 'refunded', $1, 'failed', now(), 'Insufficient funds.' from refunded
     )
     select number from refunded`,
    [`ref_${crypto.randomUUID()}`],
  )
  if (!order) throw new Error('The demo has no delivered order')
  return order.number
}
