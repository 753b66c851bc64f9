import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { shopperDeadline, waitUntil } from '#core/payments/deadline.ts'
import {
  type PaymentProvider,
  ProviderAuthFailure,
  ProviderFailure,
  type ProviderRefund,
  ProviderRejection,
  UncertainOutcome,
} from '#core/payments/payment.ts'
import { findAuthorizedPayment } from '#core/payments/payments.server.ts'
import type { Refund } from '#core/payments/refund.ts'
import { findGiftCardPart } from '#core/payments/refund-tenders.server.ts'
import {
  countRefundAttempt,
  findRefund,
  markRefundDone,
  markRefundFailed,
  updateBaseAmounts,
} from '#core/payments/refunds.server.ts'
import { MINUTE_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { sendRefundFailedEmail } from '../emails/send-order-emails.server.ts'
import { lockOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { setPaymentStatus } from '../order-transition.server.ts'

type RefundContext = Pick<Context, 'db' | 'now' | 'payments' | 'settings'>

/** Safe to repeat: the provider pays a refund once. A rejection fails the refund permanently. */
export async function sendRefund(ctx: RefundContext, id: string): Promise<void> {
  const refund = await findRefund(ctx.db, id)
  if (refund?.state !== 'pending') return
  if (refund.tender !== 'card') return refundToGiftCards(ctx, refund)
  // Nothing was charged yet: less will be.
  if ((await findAuthorizedPayment(ctx.db, refund.orderId))?.id === refund.paymentId) return
  // The capture that ended the authorization meanwhile has taken it off.
  if ((await findRefund(ctx.db, id))?.state !== 'pending') return
  const { intentId } = refund
  if (!ctx.payments || !intentId)
    throw new Error(`Refund ${id} can't be sent: no card provider is configured`)
  const result = await submitRefund(ctx, ctx.payments, { ...refund, intentId })
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, refund.orderId)
    if (result.providerRefundId !== undefined) {
      const completion = { providerId: result.providerRefundId, at: ctx.now }
      return void (await completeRefund(tx, order, refund, completion))
    }
    // A webhook may have settled the refund in the meantime.
    const current = await findRefund(tx, id)
    if (current?.state !== 'pending') return
    await revertRefund(tx, order, current, { failure: result.failure, at: ctx.now })
    await sendRefundFailedEmail({ ...ctx, db: tx }, order, { ...current, failure: result.failure })
  })
}

/** The database returns the money to the gift cards as it marks the refund done. */
async function refundToGiftCards({ db, now: at }: RefundContext, refund: Refund): Promise<void> {
  await db.transaction(async (tx) => {
    await completeGiftCardRefund(tx, await lockOrder(tx, refund.orderId), refund, at)
  })
}

/** No provider is needed. The caller holds the order's lock. */
export async function completeGiftCardRefund(tx: Db, order: Order, refund: Refund, at: Date): Promise<void> {
  await completeRefund(tx, order, refund, { providerId: `gift_card_${refund.id}`, at })
}

/** Sends a refund right away so that a rejection reaches the caller. If the result is unclear, the queued job retries. */
export async function sendRefundNow(ctx: Context, refundId: string | undefined): Promise<void> {
  if (!refundId) return
  await waitUntil(shopperDeadline(), () => sendRefund(ctx, refundId)).catch((error) =>
    ctx.log.warn('refund will be sent later', { refundId, error }),
  )
  const giftCardPart = await findGiftCardPart(ctx.db, refundId)
  if (giftCardPart) await sendRefund(ctx, giftCardPart)
  const refund = await findRefund(ctx.db, refundId)
  if (refund?.state !== 'failed') return
  const message = refund.failure
    ? `The card provider declined the refund: ${refund.failure}`
    : 'The card provider declined the refund.'
  throw new Refusal('conflict', message)
}

/** Emails the customer and books the refund. Does nothing if the refund is already done. Returns what was refunded so far. */
export async function completeRefund(
  tx: Db,
  order: Order,
  refund: Refund,
  completion: { providerId: string; at: Date },
): Promise<number> {
  const { id, paymentId, surplus, reason } = refund
  if (await markRefundDone(tx, id, completion)) {
    // The bank tells the customer about a dispute, and an exchange has an email of its own.
    if (reason !== 'disputed' && reason !== 'exchanged')
      await enqueueJob(tx, 'refund-email', { id }, { key: `refund-email:${id}` })
    if (!surplus) await enqueueBooking(tx, order, `book-refund:${id}`, id)
  }
  const done = await sumCompletedRefunds(tx, paymentId)
  // A second payment may be for another amount than the order: it has no part of gift cards.
  if (done < (surplus ? await findPaymentAmount(tx, paymentId) : order.total)) return done
  await setPaymentState(tx, paymentId, 'refunded')
  if (!surplus) await setPaymentStatus(tx, order.id, { status: 'refunded', at: completion.at })
  return done
}

async function sumCompletedRefunds(tx: Db, paymentId: string): Promise<number> {
  const [done] = await queryColumn(tx, z.int())`
    select coalesce(sum(amount), 0)::bigint as done from refunds
    where payment_id = ${paymentId} and state = 'done'`
  return done ?? 0
}

async function findPaymentAmount(tx: Db, paymentId: string): Promise<number> {
  const [amount = 0] = await queryColumn(tx, z.int())`select amount from payments where id = ${paymentId}`
  return amount
}

async function setPaymentState(tx: Db, id: string, state: 'paid' | 'refunded'): Promise<void> {
  await execute(tx)`update payments set state = ${state} where id = ${id}`
}

/** A refund can fail days after it was done. Then the order counts as paid again and the booking is reversed. */
export async function revertRefund(
  tx: Db,
  order: Order,
  { id, state, paymentId, surplus }: Refund,
  rejection: { failure: string | null; at: Date },
): Promise<void> {
  await markRefundFailed(tx, id, rejection)
  if (state !== 'done') return
  await setPaymentState(tx, paymentId, 'paid')
  if (surplus) return
  await enqueueBooking(tx, order, `unbook-refund:${id}`, id)
  if (order.paymentStatus === 'refunded')
    await setPaymentStatus(tx, order.id, { status: 'paid', at: rejection.at })
}

/** Call after a refund is done or fails. */
export async function enqueueBooking(tx: Db, order: Order, key: string, id: string): Promise<void> {
  await updateBaseAmounts(tx, order.id)
  await enqueueJob(tx, 'book-refund', { id }, { key })
}

type RefundResult =
  | { providerRefundId: string; failure?: never }
  | { providerRefundId?: never; failure: string }

/** After this long, an earlier attempt may have reached the provider. */
const FRESH_MS = 30_000
/** After this long, no earlier attempt can still be in progress. */
const SETTLED_MS = 5 * MINUTE_MS

async function submitRefund(
  ctx: RefundContext,
  provider: PaymentProvider,
  refund: Refund & { intentId: string },
): Promise<RefundResult> {
  const { id: refundId, orderId, intentId, amount, attempt } = refund
  const findSubmittedId = (refunds: ProviderRefund[]) =>
    refunds.find((other) => other.refundId === refundId && other.state !== 'failed')?.id
  const age = Date.now() - refund.createdAt.getTime()
  const isFirst = attempt === 1 && age < FRESH_MS
  const providerRefundId = isFirst ? undefined : findSubmittedId(await provider.listRefunds(intentId))
  if (providerRefundId) return { providerRefundId }
  try {
    const { id } = await provider.refund({ refundId, orderId, intentId, amount }, `${refundId}:${attempt}`)
    return { providerRefundId: id }
  } catch (error) {
    // The key repeats a stored failure forever. After any other unclear result, the refund may still be in progress.
    const needsNewKey = error instanceof ProviderFailure && (error.isRepeated || age > SETTLED_MS)
    if (needsNewKey) await countRefundAttempt(ctx.db, refundId)
    if (!(error instanceof ProviderRejection) || error instanceof ProviderAuthFailure) throw error
    const refunds = await provider.listRefunds(intentId)
    const earlier = findSubmittedId(refunds)
    if (earlier) return { providerRefundId: earlier }
    // A refund made in the provider's dashboard supersedes this one once its event arrives.
    if (await hasUnknownRefunds(ctx.db, refunds)) throw new UncertainOutcome(error.message, { cause: error })
    return { failure: error.message }
  }
}

async function hasUnknownRefunds(db: Db, refunds: ProviderRefund[]): Promise<boolean> {
  const ids = refunds.filter(({ state }) => state !== 'failed').map(({ id }) => id)
  const [known = 0] = await queryColumn(db, z.int())`
    select count(*) as count from refunds where provider_id = any(${ids}::text[])`
  return known < ids.length
}
