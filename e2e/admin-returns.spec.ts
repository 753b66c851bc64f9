import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.slow()

test('a return is received and closed with a partial refund', async ({ page, store }) => {
  const [order] = await queryDatabase<{ id: string; number: string; product_id: string }>(
    store.databaseUrl,
    `select o.id, o.number, i.product_id from orders o join order_items i on i.order_id = o.id
     join payments p on p.order_id = o.id and p.state = 'paid'
     where o.status = 'delivered' and o.payment_status = 'paid' and not exists (select from returns r where r.order_id = o.id)
     order by o.created_at desc limit 1`,
  )
  if (!order) throw new Error('The demo has no delivered order')
  const id = `ret_${crypto.randomUUID().slice(0, 20)}`
  await queryDatabase(
    store.databaseUrl,
    `insert into returns (id, order_id, reason, reference) values ($1, $2, 'Too dark for me', $3)`,
    [id, order.id, `R${order.number.slice(2)}-1`],
  )
  await queryDatabase(store.databaseUrl, 'insert into return_items values ($1, $2, 1)', [
    id,
    order.product_id,
  ])
  await openAdmin(page)
  await page.goto('/admin/returns?show=open')
  await page.getByRole('link', { name: `R${order.number.slice(2)}-1` }).click()
  await page.waitForURL(`**/admin/orders/${order.number}*`)
  await waitForHydration(page)
  const returns = page.getByRole('region', { name: 'Returns' })
  await expect(returns).toContainText('Too dark for me')
  await returns.getByText('Mark as received…').click()
  await returns.getByRole('button', { name: 'Mark as received' }).click()
  await expect(visibleMessage(page, 'Return updated')).toBeVisible()
  await expect(returns.getByText('Received', { exact: true })).toBeVisible()
  await returns.getByText('Mark as inspected…').click()
  await returns.getByLabel('Inspection note').fill('Opened')
  await returns.getByRole('button', { name: 'Mark as inspected' }).click()
  await expect(returns).toContainText('Inspection: Opened')
  await returns.getByText('Refund and close…').click()
  await returns.getByLabel('Amount').fill('999999')
  await returns.getByRole('button', { name: 'Refund and close' }).click()
  await expect(visibleMessage(page, 'Couldn’t update the order')).toBeVisible()
  await returns.getByLabel('Amount').fill('1.00')
  await returns.getByLabel(/^Restock 1 ×/).check()
  expect(await findAxeViolations(page)).toEqual([])
  await returns.getByRole('button', { name: 'Refund and close' }).click()
  await expect(returns.getByText('Refunded', { exact: true })).toBeVisible()
  await expect(returns.getByText('Refund and close…')).toHaveCount(0)
  const [stock] = await queryDatabase(
    store.databaseUrl,
    `select change from stock_movements where order_id = $1 and reason = 'returned'`,
    [order.id],
  )
  expect(stock).toEqual({ change: 1 })
})

test('a refund by line proposes what was paid, restocks the line, and saves its note', async ({
  page,
  store,
}) => {
  const [order] = await queryDatabase<{ id: string; number: string; name: string; product_id: string }>(
    store.databaseUrl,
    `select o.id, o.number, i.name, i.product_id from orders o join order_items i on i.order_id = o.id
     where o.status = 'delivered' and o.payment_status = 'paid' and o.region = 'US' and o.discount = 0
       and not exists (select from returns r where r.order_id = o.id)
     order by o.created_at, i.id limit 1`,
  )
  if (!order) throw new Error('The demo has no delivered order')
  await openAdmin(page)
  await page.goto(`/admin/orders/${order.number}`)
  await waitForHydration(page)
  const refund = page.getByRole('region', { name: 'Refund' })
  await refund.getByText('Refund…').click()
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(refund).toContainText('Choose items to refund or enter an amount.')
  await refund.getByLabel(order.name, { exact: true }).selectOption('1')
  await expect(refund).toContainText(/Leave blank to refund \$[\d.]+ \(with \$[\d.]+ tax\)/)
  await refund.getByLabel(`Restock ${order.name}`).check()
  await refund.getByLabel('Note', { exact: true }).fill('Broken pump')
  expect(await findAxeViolations(page)).toEqual([])
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(visibleMessage(page, 'Refund submitted')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Broken pump')
  const rows = await queryDatabase(
    store.databaseUrl,
    `select i.quantity, r.note from refunds r join refund_items i on i.refund_id = r.id where r.order_id = $1`,
    [order.id],
  )
  expect(rows).toEqual([{ quantity: 1, note: 'Broken pump' }])
})
