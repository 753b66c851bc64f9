import { orderLink } from '#core/orders/order-link.ts'
import { execute } from '#db/sql.ts'
import { expect, test } from '#test/page-test.ts'
import { buildAuthorizedOrder } from '#test/payments/authorized-orders.ts'
import { createProvider } from '#test/payments/test-provider.ts'

test('an authorized order can be charged, reduced, and shipped, and its buyer reads when they are charged', async ({
  ctx,
  admin,
  guest,
}) => {
  const { order } = await buildAuthorizedOrder({ ...ctx, payments: createProvider() })
  const { number } = order
  const link = new URL(orderLink(ctx.settings, order))
  const buyers = await guest.open(`${link.pathname}${link.search}`)
  expect(buyers.main).toContain('We charge your card when your order ships.')
  expect((await admin.open('/admin/orders?show=to-pack')).main).toContain(number)
  const page = await admin.open(`/admin/orders/${number}`)
  expect(page.main).toContain('Payment authorized')
  expect(page.main).toContain('The customer is charged when you mark the order as shipped.')
  expect(page.main).toContain('and is charged this much less')
  const charged = await page.submit('Charge now')
  expect(charged.text).toContain('Charging the customer')
  const shipped = await charged.submit('Mark as shipped')
  expect(shipped.main).toContain('The customer is being charged.')
  expect(shipped.buttons).not.toContain('Charge now')
})

test('an order whose authorization has ended is listed as at risk, and offers only to cancel', async ({
  ctx,
  admin,
}) => {
  const { order } = await buildAuthorizedOrder({ ...ctx, payments: createProvider() })
  await execute(ctx.db)`
    with payment as (update payments set state = 'expired' where order_id = ${order.id})
    update orders set authorization_state = 'expired', payment_status = 'failed' where id = ${order.id}`
  expect((await admin.open('/admin/orders?show=charge-at-risk')).main).toContain(order.number)
  expect((await admin.open('/admin')).main).toContain('order to charge soon')
  const page = await admin.open(`/admin/orders/${order.number}`)
  expect(page.main).toContain('Authorization expired')
  expect(page.main).toContain('the customer can’t be charged anymore')
  expect(page.buttons).not.toContain('Mark as shipped')
  expect(page.buttons).toContain('Cancel order')
})
