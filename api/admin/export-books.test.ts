import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { newIdempotencyKey } from '#test/checkout.ts'

test('the books export has no addresses, and the timeline tells an order’s history', async ({
  ctx,
  shop,
}) => {
  const admin = await signInVisitor(shop.testStore, ctx.db, { role: 'admin' })
  const grace = await signInVisitor(shop.testStore, ctx.db)
  const { id } = await buildProduct(ctx, { stock: 6, price: 6800, name: 'Night Serum' })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }], {}, newIdempotencyKey(), grace)
  await shop.pay(checkout)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await grace.post(`/api/v1/orders/${checkout.order_id}/cancellation`)
  await shop.settlePayments()
  await shop.settlePayments()
  const text = await (await admin.get('/api/v1/admin/export/books')).text()
  const entries: Record<string, unknown>[] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const recordsOfKind = (kind: string) => entries.filter((entry) => entry.kind === kind)
  expect(recordsOfKind('order')).toMatchObject([
    { id: checkout.order_id, status: 'cancelled', payment_status: 'refunded', total_amount: 83.44 },
  ])
  expect(recordsOfKind('payment')).toMatchObject([
    {
      order_id: checkout.order_id,
      provider_id: checkout.session_id,
      amount: 8344,
      currency: 'usd',
      state: 'refunded',
    },
  ])
  expect(recordsOfKind('stock').map(({ change, reason }) => `${reason} ${change}`)).toEqual([
    'received 6',
    'held -1',
    'released 1',
    'sold -1',
    'returned 1',
  ])
  expect(recordsOfKind('accounting').reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0)
  expect(
    recordsOfKind('letter')
      .map(({ letter }) => letter)
      .toSorted(),
  ).toEqual(['low-stock', 'new-order', 'order-confirmed', 'refunded'])
  expect(text).not.toContain('Orchard Lane')
  const response = await admin.get(`/api/v1/admin/orders/${checkout.order_id}/timeline`)
  const timeline = (await response.json()).data.map(
    ({ topic, message }: Record<string, string>) => `${topic}: ${message}`,
  )
  expect(timeline).toEqual(
    expect.arrayContaining([
      'order: Order placed',
      'stock: Held 1 × Night Serum',
      'provider: checkout.session.completed: paid',
      'stock: Sold 1 × Night Serum',
      'order: Pending → Cancelled',
      'stock: Returned 1 × Night Serum',
      'email: Order confirmed sent',
      'accounting: Sale booked: $83.44',
      'accounting: Refund booked: -$83.44',
    ]),
  )
  expect((await grace.get('/api/v1/admin/export/books')).status).toBe(403)
})
