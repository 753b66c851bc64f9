import fc from 'fast-check'
import { bookRefund } from '#core/accounting/post-entries.server.ts'
import { Refusal } from '#core/errors.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { captureNow } from '#core/orders/authorizations/capture-order.server.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { sendRefund } from '#core/orders/refunds/send-refund.server.ts'
import { listRefunds } from '#core/payments/refunds.server.ts'
import { asAdmin } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { reload, runCaptures, startAuthorization } from '#test/payments/authorized-orders.ts'
import { type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { handleProviderEvent } from '../handle-provider-event.server.ts'
import { releaseAuthorization } from './send-capture.server.ts'

const STEPS = [
  'deliver the oldest event',
  'deliver the newest event',
  'deliver the last event again',
  'ship',
  'charge now',
  'run the capture job',
  'run the capture job twice at once',
  'the provider releases it',
  'captured in the dashboard',
  'a part is captured in the dashboard',
  'refund a part',
  'cancel',
] as const
type Step = (typeof STEPS)[number]

test('whatever happens in which order, the order, the books, and the provider agree in the end', async ({
  paymentContext: ctx,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 9 }), (steps) => runSteps(ctx, steps)),
    { numRuns: 40 },
  )
}, 240_000)

async function runSteps(ctx: CardContext, steps: readonly Step[]): Promise<void> {
  const { order, sessionId } = await startAuthorization(ctx)
  const { intentId } = ctx.payments.authorize(sessionId)
  if (!intentId) throw new Error('The session has no intent')
  const admin = await asAdmin(ctx)
  const events: string[] = ['checkout.session.completed', 'payment_intent.amount_capturable_updated']
  let last: string | undefined
  let eventCount = 0

  async function deliver(kind: string | undefined): Promise<void> {
    if (!kind) return
    last = kind
    const session = ctx.payments.sessions.get(sessionId) ?? null
    const isSession = kind.startsWith('checkout')
    await handleProviderEvent(ctx, {
      ...{ id: `evt_${intentId}_${++eventCount}`, kind, at: ctx.now, declinedPaymentId: null },
      session: isSession ? session : null,
      changedIntent: isSession ? null : { id: intentId ?? '', paymentId: session?.paymentId ?? null },
      ...{ refund: null, refundedIntentId: null, dispute: null },
    })
  }

  async function change(state: 'captured' | 'released', captured: number): Promise<void> {
    if ((await ctx.payments.findIntent(intentId ?? '')).state !== 'authorized') return
    ctx.payments.changeIntent(intentId ?? '', { state, captured })
    events.push(state === 'captured' ? 'charge.captured' : 'payment_intent.canceled')
  }

  const ACTIONS: Record<Step, () => Promise<unknown>> = {
    'deliver the oldest event': () => deliver(events.shift()),
    'deliver the newest event': () => deliver(events.pop()),
    'deliver the last event again': () => deliver(last),
    ship: () => shipOrder(admin, order.id),
    'charge now': () => captureNow(admin, order.id),
    'run the capture job': () => runCaptures(ctx, order),
    'run the capture job twice at once': () =>
      Promise.all([runCaptures(ctx, order), runCaptures(ctx, order)]),
    'the provider releases it': () => change('released', 0),
    'captured in the dashboard': () => change('captured', order.total),
    'a part is captured in the dashboard': () => change('captured', order.total - 500),
    'refund a part': () => refundOrder(admin, order.id, { amount: 300 }),
    cancel: () => cancelOrder(admin, order.id),
  }
  for (const step of steps)
    await ACTIONS[step]().catch((error) => {
      if (!(error instanceof Refusal)) throw error
    })

  // The jobs that are left, the events that are left, and those that the provider sends about them.
  for (let round = 0; round < 3; round++) {
    for (const kind of [...events.splice(0), 'payment_intent.canceled', 'charge.captured'])
      await deliver(kind)
    await runCaptures(ctx, order)
    for (const { id } of await listRefunds(ctx.db, order.id)) await sendRefund(ctx, id)
    if ((await reload(ctx, order)).status === 'cancelled') await releaseAuthorization(ctx, intentId)
  }
  for (const { id, state } of await listRefunds(ctx.db, order.id))
    if (state === 'done') await bookRefund(ctx, id)

  const settled = await reload(ctx, order)
  const intent = await ctx.payments.findIntent(intentId)
  const refunded = ctx.payments.refunds
    .filter((refund) => refund.intentId === intentId)
    .reduce((sum, { amount }) => sum + amount, 0)
  const isPaid = settled.paymentStatus === 'paid' || settled.paymentStatus === 'refunded'
  // The order's total, less what its refunds took off, is what the provider has of the customer's money.
  expect(isPaid ? settled.total - settled.refunded : 0).toBe(intent.captured - refunded)
  expect(intent.captured > 0).toBe(isPaid)
  if (settled.status === 'cancelled') expect(intent.captured - refunded).toBe(0)
  if (settled.status === 'shipped') expect(isPaid || settled.authorization !== null).toBe(true)
  await expectBalancedBooks(ctx.db)
}
