import { z } from 'zod'
import { query } from '#db/sql.ts'
import { signPayload } from '#sandbox/webhooks.ts'
import { findSentEmails } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { WEBHOOK_SECRET } from '#test/payments/sandbox-payments.ts'

const Id = z.strictObject({ id: z.string() })

test('a paid session does not settle an order whose payment has another session', async ({
  ctx,
  shop,
  connection,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  const [payment] = await query(ctx.db, Id)`select id from payments where order_id = ${checkout.order_id}`
  const session = {
    id: 'cs_of_another_order',
    object: 'checkout.session',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 6184,
    currency: 'usd',
    payment_intent: 'pi_x',
    metadata: { payment_id: payment?.id, order_id: checkout.order_id },
  }
  const event = { id: 'evt_other', object: 'event', created: 1_795_000_000, data: { object: session } }
  const body = JSON.stringify({ ...event, type: 'checkout.session.completed' })
  const response = await shop.postWebhook(body, signPayload(body, WEBHOOK_SECRET))
  expect(await response.json()).toMatchObject({ outcome: 'mismatch' })
  expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'pending' })
  const { adminEmail } = ctx.settings
  expect((await findSentEmails(connection, adminEmail)).map(({ kind }) => kind)).toContain(
    'unmatched-payment',
  )
  expect(await shop.pay(checkout)).toBe('paid')
  await shop.settlePayments()
  await shop.expectBalancedBooks()
})
