import { findEmailLink, runJobs } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { placeTestOrder } from '#test/checkout.ts'
import { expect, test } from '#test/page-test.ts'

test('a guest finds an order by number and email in any browser and cancels it', async ({
  ctx,
  connection,
  guest,
}) => {
  const { number, email } = await buildOrder(ctx, {
    email: 'rosa@orchard.example',
    shippingAddress: { firstName: 'Rosa', address: '12 Pear Lane', country: 'US' },
  })
  const orders = await guest.open('/orders')
  const empty = await orders.submit('Send link')
  expect(empty.field('Order number').description).toContain('Please enter your order number')
  for (const entered of ['nobody@orchard.example', email]) {
    const sent = await orders.submit('Send link', { 'Order number': number, Email: entered })
    expect(sent.text).toContain('Check your email')
  }
  await runJobs(connection, ctx)
  const order = await guest.open(await findEmailLink(connection, email))
  expect(order.path).toBe(`/orders/${number}`)
  expect(order.main).toContain('12 Pear Lane')
  const cancelled = await order.submit('Cancel order')
  expect(cancelled.text).toContain('Order cancelled')
  expect(cancelled.buttons).not.toContain('Cancel order')
})

test('cancelling a test order promises no refund', async ({ ctx, customer }) => {
  const { id } = await buildProduct(ctx)
  const placed = await placeTestOrder(customer, [{ product_id: id, quantity: 1 }])
  const { number } = await placed.json()
  const order = await customer.open(`/orders/${number}`)
  expect(order.main).toContain('You weren’t charged.')
  const cancelled = await order.submit('Cancel order')
  expect(cancelled.text).toContain('Order cancelled')
  expect(cancelled.main).not.toMatch(/refund/i)
})

test('a shopper without orders sees the empty state', async ({ customer }) => {
  const orders = await customer.open('/orders')
  expect(orders.main).toContain("You haven't placed any orders yet.")
  expect((await customer.open('/orders/EB000000')).status).toBe(404)
})
