import { Refusal } from '#core/errors.ts'
import { createRefund } from '#sandbox/refunds.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { cancelOrder } from '../cancel-order.server.ts'
import { findOrder } from '../find-order.server.ts'
import { refundOrder } from './refund-order.server.ts'

test('a settlement, refunds, and a cancellation at the same moment leave books that agree with the provider', async ({
  paymentContext,
  shop,
  connection: { pool },
}) => {
  const admin = { ...paymentContext, actor: await buildActor(paymentContext.db, { role: 'admin' }) }
  const { id: productId } = await buildProduct(paymentContext, { stock: 50, price: 4800 })
  for (let round = 0; round < 3; round++) {
    const checkout = await shop.startCheckout([{ product_id: productId, quantity: 2 }])
    await shop.pay(checkout)
    const { order_id: id } = checkout
    const intent = await shop.findIntentId(checkout)
    // In odd rounds, the payment is known before the others arrive.
    if (round % 2) await shop.deliverWebhooks()
    const results = await Promise.allSettled([
      shop.deliverWebhooks(),
      shop.verify(checkout.session_id),
      refundOrder(admin, id, { amount: 1000 }),
      refundOrder(admin, id, { lines: [{ productId, quantity: 1 }], restock: true }),
      createRefund(pool, { payment_intent: intent, amount: '500' }),
      cancelOrder(admin, id),
    ])
    const bugs = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(bugs.filter((reason) => !(reason instanceof Refusal))).toEqual([])
    for (let pass = 0; pass < 3; pass++) {
      await shop.deliverWebhooks()
      await shop.sendDelayedRefunds()
    }
    const { rows } = await pool.query(
      `select coalesce(sum(amount), 0)::int as amount from sandbox.refunds where intent_id = $1 and status <> 'failed'`,
      [intent],
    )
    const order = await findOrder(admin, id)
    expect(order.refunded).toBe(rows[0].amount)
    if (order.status === 'cancelled') expect(order.refunded).toBe(order.total)
    await shop.expectBalancedBooks()
  }
}, 90_000)
