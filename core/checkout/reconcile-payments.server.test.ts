import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { UncertainOutcome } from '../payments/payment.ts'
import { reconcilePayments } from './reconcile-payments.server.ts'

test('when the card provider does not respond, reconciling stops asking it, and overdue orders still release their stock', async ({
  ctx,
  paymentContext,
  shop,
}) => {
  const { id: product_id } = await buildProduct(ctx, { stock: 10 })
  const items = [{ product_id, quantity: 1 }]
  const overdue = [await shop.startCheckout(items), await shop.startCheckout(items)]
  await execute(ctx.db)`update payments set expires_at = now() - interval '1 second'`
  const open = [
    await shop.startCheckout(items),
    await shop.startCheckout(items),
    await shop.startCheckout(items),
  ]
  const requests: string[] = []
  const timeOut = (name: string) => async (): Promise<never> => {
    requests.push(name)
    throw new UncertainOutcome('Request aborted due to timeout being reached (10000ms)')
  }
  Object.assign(paymentContext.payments ?? {}, {
    eventsBetween: timeOut('events'),
    findSession: timeOut('session'),
  })
  await reconcilePayments(paymentContext)
  expect(requests).toEqual(['events', 'session'])
  for (const checkout of overdue)
    expect(await shop.findOrder(checkout)).toEqual({ status: 'cancelled', payment_status: 'failed' })
  for (const checkout of open) expect(await shop.findOrder(checkout)).toMatchObject({ status: 'pending' })
  expect(await shop.findStock(product_id)).toBe(7)
})
