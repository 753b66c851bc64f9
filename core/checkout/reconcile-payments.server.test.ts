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
    findSession: (id: string) => timeOut(id)(),
  })
  await reconcilePayments(paymentContext)
  expect(requests.at(-1)).toBe('events')
  for (const { session_id } of open) expect(requests).not.toContain(session_id)
  for (const checkout of overdue)
    expect(await shop.findOrder(checkout)).toEqual({ status: 'cancelled', payment_status: 'failed' })
  for (const checkout of open) expect(await shop.findOrder(checkout)).toMatchObject({ status: 'pending' })
  expect(await shop.findStock(product_id)).toBe(7)
})

test('an overdue order whose expiry fails doesn’t hold up the others', async ({
  ctx,
  paymentContext,
  shop,
}) => {
  const { id: product_id } = await buildProduct(ctx, { stock: 20 })
  const checkouts = []
  for (let nth = 0; nth < 7; nth++) checkouts.push(await shop.startCheckout([{ product_id, quantity: 1 }]))
  await execute(ctx.db)`update payments set expires_at = now() - interval '1 second'`
  const [failing, ...others] = checkouts
  const { findSession } = paymentContext.payments ?? {}
  Object.assign(paymentContext.payments ?? {}, {
    findSession: async (id: string) => {
      if (id === failing?.session_id) throw new Error('The response has no amount')
      return findSession?.(id)
    },
  })
  await expect(reconcilePayments(paymentContext)).rejects.toThrow('The response has no amount')
  for (const checkout of others) expect(await shop.findOrder(checkout)).toMatchObject({ status: 'cancelled' })
  expect(await shop.findStock(product_id)).toBe(19)
})
