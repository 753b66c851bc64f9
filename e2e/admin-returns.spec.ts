import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('a refund by line proposes what was paid', async ({ page, store }) => {
  test.slow()
  const [order] = await queryDatabase<{ number: string; name: string }>(
    store.databaseUrl,
    `select o.number, i.name from orders o join order_items i on i.order_id = o.id
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
})
