import { buildProduct } from '#test/builders.ts'
import { countStatements } from '#test/count-statements.ts'
import { expect, startCheckout, test } from '#test/payments/card-orders.ts'
import type { ProviderEvent } from '../payments/payment.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { handleProviderEvent } from './handle-provider-event.server.ts'
import { verifyPayment } from './verify-payment.server.ts'

test('a card order takes seven statements to its payment page, nine to be paid, and two to be verified', async ({
  paymentContext,
  connection,
}) => {
  // The limits of a network, which are off in the benchmark too, take three more.
  const ctx = { ...paymentContext, settings: { ...paymentContext.settings, limits: false } }
  const { id: productId } = await buildProduct(ctx, { stock: 5 })
  // Each request of the store has read them already, once in two seconds.
  await readStoreSettings(ctx.db)
  const statements = countStatements(connection)
  const countSince = (start: number) => statements().length - start
  const { sessionId } = await startCheckout(ctx, [{ productId, quantity: 1 }])
  expect(countSince(0)).toBeLessThanOrEqual(7)
  const atPayment = statements().length
  const event: ProviderEvent = {
    ...{ id: `evt_${sessionId}`, kind: 'checkout.session.completed', at: ctx.now, declinedPaymentId: null },
    ...{ session: ctx.payments.pay(sessionId), refund: null, refundedIntentId: null, dispute: null },
  }
  expect(await handleProviderEvent(ctx, event)).toBe('paid')
  expect(countSince(atPayment)).toBeLessThanOrEqual(9)
  const atVerification = statements().length
  expect(await verifyPayment(ctx, sessionId)).toMatchObject({ state: 'paid' })
  expect(countSince(atVerification)).toBeLessThanOrEqual(2)
})
