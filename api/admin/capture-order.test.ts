import { DEFAULT_PAYMENTS } from '#core/settings/payment-settings.ts'
import { saveSetting } from '#core/settings/store-settings.server.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'

test('an authorized order says so, and is charged before it ships if staff ask for it', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const value = { ...DEFAULT_PAYMENTS, capture: 'shipping' } as const
  await saveSetting(ctx.db, { key: 'payments', value, actorId: 'test' })
  const { id: product_id } = await buildProduct(ctx, { stock: 5 })
  const checkout = await shop.startCheckout([{ product_id, quantity: 1 }])
  await shop.pay(checkout)
  await shop.deliverWebhooks()
  const admin = await signInVisitor(shop.testStore, connection.db, { role: 'admin' })
  const capture = () => admin.post(`/api/v1/admin/orders/${checkout.order_id}/capture`, {})
  const response = await capture()
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    payment_status: 'pending',
    payment_authorized: true,
    payment_authorization: { state: 'authorized', expires_at: expect.any(String) },
  })
  await shop.settlePayments()
  const order = await (await admin.get(`/api/v1/orders/${checkout.order_id}`)).json()
  expect(order).toMatchObject({
    status: 'pending',
    payment_status: 'paid',
    payment_authorized: false,
    payment_authorization: null,
  })
  const again = await capture()
  expect([again.status, (await again.json()).error.message]).toEqual([
    409,
    'There is nothing to charge: no payment of this order is authorized.',
  ])
})
