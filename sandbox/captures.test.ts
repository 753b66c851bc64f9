import type { Context } from '#core/context.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { readOrder } from '#core/orders/find-order.server.ts'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { findProviderDifferences } from '#core/readiness/provider-records.server.ts'
import { DEFAULT_PAYMENTS } from '#core/settings/payment-settings.ts'
import { saveSetting } from '#core/settings/store-settings.server.ts'
import { asAdmin, findSentEmails } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { captureIntent } from './captures.ts'

async function authorizeOrder(ctx: Context, shop: CardStore) {
  const value = { ...DEFAULT_PAYMENTS, capture: 'shipping' } as const
  await saveSetting(ctx.db, { key: 'payments', value, actorId: 'test' })
  const { id: product_id } = await buildProduct(ctx, { stock: 5, price: 6800 })
  const checkout = await shop.startCheckout([{ product_id, quantity: 2 }])
  expect(await shop.pay(checkout)).toBe('paid')
  return { ...checkout, product_id, intentId: await shop.findIntentId(checkout) }
}

const findIntent = async (ctx: Context, id: string) => ctx.payments?.findIntent(id)

test.for([
  ['arrive', {}],
  ['are lost', { lose: true }],
  ['arrive out of order and three times', { reorder: true, duplicate: 3 }],
] as const)(
  'an order is authorized, ships, and is charged once when webhooks %s',
  async ([, faults], { ctx, paymentContext, shop, connection }) => {
    await shop.setFaults(faults)
    const checkout = await authorizeOrder(paymentContext, shop)
    await shop.deliverWebhooks()
    await shop.settlePayments()
    expect(await shop.verify(checkout.session_id)).toMatchObject({ success: true, state: 'authorized' })
    expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'pending' })
    await refundOrder(await asAdmin(paymentContext), checkout.order_id, { amount: 688 })
    await shipOrder(await asAdmin(paymentContext), checkout.order_id)
    await shop.settlePayments()
    await shop.deliverWebhooks()
    await shop.settlePayments()
    expect(await shop.findOrder(checkout)).toEqual({ status: 'shipped', payment_status: 'paid' })
    expect(await findIntent(paymentContext, checkout.intentId)).toMatchObject({
      state: 'captured',
      captured: 14_000,
    })
    const kinds = (await findSentEmails(connection, 'guest1@orchard.example')).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['order-confirmed', 'refunded', 'shipped'])
    await shop.expectBalancedBooks()
    if (paymentContext.payments)
      expect(
        await findProviderDifferences(ctx.db, paymentContext.payments, new Date(Date.now() + 600_000)),
      ).toEqual([])
  },
)

test('a declined capture is shown with its reason', async ({ paymentContext: ctx, shop }) => {
  const { order_id } = await authorizeOrder(ctx, shop)
  await shop.deliverWebhooks()
  await shop.setFaults({ refuseCaptures: 1 })
  await shipOrder(await asAdmin(ctx), order_id)
  await shop.settlePayments()
  expect(await readOrder(ctx.db, order_id)).toMatchObject({
    authorization: 'failed',
    paymentStatus: 'failed',
  })
})

test('a cancelled order releases the authorization at the provider', async ({
  paymentContext: ctx,
  shop,
}) => {
  const { order_id, intentId, product_id } = await authorizeOrder(ctx, shop)
  await shop.deliverWebhooks()
  await cancelOrder(await asAdmin(ctx), order_id)
  await shop.settlePayments()
  await shop.deliverWebhooks()
  expect(await findIntent(ctx, intentId)).toMatchObject({ state: 'released' })
  expect(await shop.findStock(product_id)).toBe(5)
  await shop.expectBalancedBooks()
})

test('the provider releases an authorization after seven days, and the order says so', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const { order_id, intentId } = await authorizeOrder(ctx, shop)
  await shop.deliverWebhooks()
  await connection.pool.query(`update sandbox.sessions set authorized_at = now() - interval '8 days'`)
  await shop.settlePayments()
  await shop.deliverWebhooks()
  expect(await findIntent(ctx, intentId)).toMatchObject({ state: 'released' })
  expect(await readOrder(ctx.db, order_id)).toMatchObject({ authorization: 'expired', status: 'pending' })
})

test('the sandbox refuses what Stripe refuses', async ({ paymentContext: ctx, shop, connection }) => {
  const { intentId } = await authorizeOrder(ctx, shop)
  const capture = (amount: number, key: string) => ctx.payments?.captureIntent({ intentId, amount }, key)
  await expect(capture(14_689, 'cap_a:1')).rejects.toThrow('must be less than or equal to the amount')
  expect(await capture(14_688, 'cap_b:1')).toMatchObject({ state: 'captured' })
  // The same key repeats the response; another one is another capture.
  expect(await capture(14_688, 'cap_b:1')).toMatchObject({ state: 'captured' })
  await expect(capture(1, 'cap_c:1')).rejects.toThrow('already been captured')
  await expect(captureIntent(connection.pool, intentId)).rejects.toThrow('already been captured')
  await expect(ctx.payments?.releaseIntent(intentId)).rejects.toThrow('status of succeeded')
  await expect(ctx.payments?.findIntent('pi_unknown')).rejects.toThrow('No such payment_intent')
  const { intentId: released } = await authorizeOrder(ctx, shop)
  await ctx.payments?.releaseIntent(released)
  await expect(ctx.payments?.captureIntent({ intentId: released, amount: 1 }, 'cap_d:1')).rejects.toThrow(
    'status of canceled',
  )
})
