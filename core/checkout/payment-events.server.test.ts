import fc from 'fast-check'
import { bookSales } from '#core/accounting/post-entries.server.ts'
import { execute } from '#db/sql.ts'
import { findJobs } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import { buildPurchase, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { readOrder } from '../orders/find-order.server.ts'
import type { CheckoutSession, ProviderEvent } from '../payments/payment.ts'
import { startCardCheckout } from './card-checkout.server.ts'
import { handleProviderEvent, syncOrderEvents } from './handle-provider-event.server.ts'
import { expirePayment } from './reconcile-payments.server.ts'
import { verifyPayment } from './verify-payment.server.ts'

type Report = { kind: string; session?: Partial<CheckoutSession>; isDecline?: boolean; isRefund?: boolean }

const PROCESSING = { state: 'complete', paid: false, failed: false } as const
const PAID = { state: 'complete', paid: true, failed: false } as const
const FAILED = { state: 'complete', paid: false, failed: true } as const
const OPEN = { state: 'open', paid: false, failed: false } as const
const EXPIRED = { state: 'expired', paid: false, failed: false } as const

const completed = (session: Partial<CheckoutSession>): Report => {
  return { kind: 'checkout.session.completed', session }
}
const intent = (event: string, session: Partial<CheckoutSession>): Report => {
  return { kind: `payment_intent.${event}`, session }
}
const declined: Report = { kind: 'payment_intent.payment_failed', isDecline: true }
const refunded: Report = { kind: 'charge.refunded', isRefund: true }

type History = {
  isExpress?: boolean
  reports: Report[]
  last: Partial<CheckoutSession>
  ends: 'paid' | 'failed' | 'refunded'
}

/** What the provider reports, in the order in which it happened, and how the order ends. */
const HISTORIES = {
  'a method that confirms at once': { reports: [completed(PAID)], last: PAID, ends: 'paid' },
  'a card that is declined first': { reports: [declined, completed(PAID)], last: PAID, ends: 'paid' },
  'a method that confirms later': {
    reports: [completed(PROCESSING), { kind: 'checkout.session.async_payment_succeeded', session: PAID }],
    last: PAID,
    ends: 'paid',
  },
  'a method that fails later': {
    reports: [completed(PROCESSING), { kind: 'checkout.session.async_payment_failed', session: FAILED }],
    last: FAILED,
    ends: 'failed',
  },
  'a payment that nobody made': {
    reports: [declined, { kind: 'checkout.session.expired', session: EXPIRED }],
    last: EXPIRED,
    ends: 'failed',
  },
  'an express payment': { isExpress: true, reports: [intent('succeeded', PAID)], last: PAID, ends: 'paid' },
  'an express payment that is declined first': {
    isExpress: true,
    reports: [declined, intent('succeeded', PAID)],
    last: PAID,
    ends: 'paid',
  },
  'an express payment that confirms later': {
    isExpress: true,
    reports: [intent('processing', PROCESSING), intent('succeeded', PAID)],
    last: PAID,
    ends: 'paid',
  },
  'an express payment that fails later': {
    isExpress: true,
    reports: [intent('processing', PROCESSING), declined],
    last: OPEN,
    ends: 'failed',
  },
  'an express payment that was closed': {
    isExpress: true,
    reports: [declined, intent('canceled', EXPIRED)],
    last: EXPIRED,
    ends: 'failed',
  },
  'an express payment that is refunded': {
    isExpress: true,
    reports: [intent('succeeded', PAID), refunded],
    last: PAID,
    ends: 'refunded',
  },
  'a later method that is refunded': {
    reports: [
      completed(PROCESSING),
      { kind: 'checkout.session.async_payment_succeeded', session: PAID },
      refunded,
    ],
    last: PAID,
    ends: 'refunded',
  },
} satisfies Record<string, History>

const ENDS = {
  paid: { status: 'pending', paymentStatus: 'paid', stock: 8, placed: 1 },
  failed: { status: 'cancelled', paymentStatus: 'failed', stock: 9, placed: 0 },
  refunded: { status: 'cancelled', paymentStatus: 'refunded', stock: null, placed: 1 },
}

/** Of a history's reports, each twice, in any order; −1 is a shopper who opens the result page. */
const deliveries = fc
  .constantFrom(...(Object.keys(HISTORIES) as (keyof typeof HISTORIES)[]))
  .chain((name) => {
    const indexes = HISTORIES[name].reports.flatMap((_, index) => [index, index])
    const steps = [...indexes, -1]
    return fc.record({
      name: fc.constant(name),
      order: fc.shuffledSubarray(steps, { minLength: steps.length, maxLength: steps.length }),
    })
  })

let historyCount = 0

test('whatever the order in which a payment is reported, and however often, it ends the same way', {
  timeout: 180_000,
}, async ({ paymentContext }) => {
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ name, order }) => {
      const ctx = {
        ...paymentContext,
        visitor: { ...paymentContext.visitor, ipAddress: `10.9.${historyCount % 256}.1` },
      }
      await expectEnd(ctx, name, order)
    }),
    { numRuns: 60 },
  )
})

async function expectEnd(ctx: CardContext, name: keyof typeof HISTORIES, order: number[]): Promise<void> {
  const { isExpress = false, reports, last, ends }: History = HISTORIES[name]
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const purchase = buildPurchase([{ productId, quantity: 1 }])
  const { order: placed, sessionId } = await startCardCheckout(ctx, purchase, newIdempotencyKey(), {
    isExpress,
  })
  const open = ctx.payments.sessions.get(sessionId)
  if (!open) throw new Error('The session was not found')
  const intentId = isExpress ? sessionId : `pi_history${++historyCount}`
  historyCount++
  const isComplete = last.state === 'complete'
  ctx.payments.sessions.set(sessionId, { ...open, ...last, intentId: isComplete ? intentId : null })
  const isRefunded = reports.some((report) => report.isRefund)
  if (isRefunded)
    ctx.payments.refunds.push({
      ...{ id: `re_history${historyCount}`, intentId, amount: placed.total, state: 'done' },
      ...{ refundId: null, failure: null, createdAt: new Date() },
    })
  const toEvent = ({ kind, session, isDecline, isRefund }: Report, index: number): ProviderEvent => ({
    ...{ id: `evt_history${historyCount}_${index}`, kind, at: new Date() },
    session: session
      ? { ...open, ...session, intentId: session.state === 'complete' ? intentId : null }
      : null,
    declinedPaymentId: isDecline ? open.paymentId : null,
    refundedIntentId: isRefund ? intentId : null,
    ...{ refund: null, dispute: null },
  })
  for (const step of order) {
    const report = reports[step]
    if (report) await handleProviderEvent(ctx, toEvent(report, step))
    else await verifyPayment(ctx, sessionId)
  }
  if (ends === 'failed') await expireNow(ctx, open.paymentId ?? '')
  if (ends !== 'failed') await bookSales(ctx, [placed.id])
  await syncOrderEvents(ctx, [placed.id])
  const end = ENDS[ends]
  expect(await readOrder(ctx.db, placed.id)).toMatchObject({
    paymentStatus: end.paymentStatus,
    status: end.status,
    paymentProcessing: false,
    authorization: null,
    authorizedUntil: null,
  })
  if (end.stock !== null) expect(await findStock(ctx.db, productId)).toBe(end.stock)
  expect(await findJobs(ctx.db, `order-placed:${placed.id}`)).toHaveLength(end.placed)
  await expectBalancedBooks(ctx.db)
}

/** A failure that was reported as an early decline ends with the payment’s time. */
async function expireNow(ctx: CardContext, paymentId: string): Promise<void> {
  await execute(ctx.db)`update payments set expires_at = now() - interval '1 second' where id = ${paymentId}`
  await expirePayment(ctx, paymentId)
}
