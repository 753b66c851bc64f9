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
    `insert into returns (id, order_id, reason) values ($1, $2, 'Too dark for me')`,
    [id, order.id],
  )
  await queryDatabase(store.databaseUrl, 'insert into return_items values ($1, $2, 1)', [
    id,
    order.product_id,
  ])
  await openAdmin(page)
  await page.goto(`/admin/orders/${order.number}`)
  await waitForHydration(page)
  const returns = page.getByRole('region', { name: 'Returns' })
  await expect(returns).toContainText('Too dark for me')
  await returns.getByText('Mark as received…').click()
  await returns.getByRole('button', { name: 'Mark as received' }).click()
  await expect(visibleMessage(page, 'Return updated')).toBeVisible()
  await expect(returns.getByText('Received', { exact: true })).toBeVisible()
  await returns.getByText('Refund and close…').click()
  await returns.getByLabel('Amount').fill('999999')
  await returns.getByRole('button', { name: 'Refund and close' }).click()
  await expect(visibleMessage(page, 'Couldn’t update the order')).toBeVisible()
  await returns.getByLabel('Amount').fill('1.00')
  await returns.getByLabel('Restock returned items').check()
  expect(await findAxeViolations(page)).toEqual([])
  await returns.getByRole('button', { name: 'Refund and close' }).click()
  await expect(returns.getByText('Closed', { exact: true })).toBeVisible()
  await expect(returns.getByText('Refund and close…')).toHaveCount(0)
  const [stock] = await queryDatabase(
    store.databaseUrl,
    `select change from stock_movements where order_id = $1 and reason = 'returned'`,
    [order.id],
  )
  expect(stock).toEqual({ change: 1 })
})
