import { createRefund } from '#sandbox/refunds.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { buildPaidOrder } from '#test/paid-order.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import type { PaymentProvider } from '../payments/payment.ts'
import { findProviderDifferences } from './provider-records.server.ts'

test('each payment and refund that only the provider or only the store has is reported', async ({
  paymentContext,
  shop,
  connection: { pool },
}) => {
  const payments = paymentContext.payments as PaymentProvider
  const findDifferences = () =>
    findProviderDifferences(paymentContext.db, payments, new Date(Date.now() + 10 * 60_000))
  const { admin, checkout, intent } = await buildPaidOrder(paymentContext, shop)
  await refundOrder(admin, checkout.order_id, { amount: 1000 })
  expect(await findDifferences()).toEqual([])

  await shop.setFaults({ lose: true })
  const refund = await createRefund(pool, { payment_intent: intent, amount: '500' })
  const { id } = await buildProduct(paymentContext, { stock: 9 })
  const unsettled = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  await shop.pay(unsettled)
  await pool.query(`update refunds set provider_id = 're_restored'`)
  await pool.query(
    `insert into failed_provider_events (id, event, failure, attempts) values ('evt_1', '{}', 'Boom', 4)`,
  )
  const differences = await findDifferences()
  for (const expected of [refund?.id, unsettled.session_id, 're_restored', 'evt_1'])
    expect(differences.join('\n')).toContain(expected)
})

test('a refund that waits for over an hour is reported', async ({
  paymentContext,
  shop,
  connection: { pool },
}) => {
  const { admin, checkout } = await buildPaidOrder(paymentContext, shop)
  await refundOrder({ ...admin, payments: null }, checkout.order_id, { amount: 1000 })
  await pool.query(`update refunds set created_at = now() - interval '2 hours'`)
  const differences = await findProviderDifferences(
    paymentContext.db,
    paymentContext.payments as PaymentProvider,
    new Date(),
  )
  expect(differences).toEqual([expect.stringContaining('waiting for over an hour')])
})
