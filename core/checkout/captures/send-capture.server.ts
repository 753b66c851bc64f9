import { amountToCapture } from '#core/orders/authorizations/reductions.server.ts'
import { failCapture } from '#core/orders/authorizations/write-authorization.server.ts'
import { lockOrder } from '#core/orders/find-order.server.ts'
import {
  type Capture,
  countCaptureAttempt,
  findCapture,
  submitCapture,
} from '#core/payments/captures/captures.server.ts'
import type { ProviderIntent } from '#core/payments/captures/provider-intent.ts'
import {
  type PaymentProvider,
  ProviderAuthFailure,
  ProviderFailure,
  ProviderRejection,
  UncertainOutcome,
} from '#core/payments/payment.ts'
import { findAuthorizedPayment } from '#core/payments/payments.server.ts'
import type { PaymentContext } from '../payment-context.ts'
import { settleIntent } from './settle-authorization.server.ts'

/** Safe to repeat: the provider captures once. A rejection fails the capture, unless its authorization has ended. */
export async function sendCapture(ctx: PaymentContext, id: string): Promise<void> {
  const capture = await startCapture(ctx, id)
  if (!capture) return
  const provider = ctx.payments
  if (!provider) throw new Error(`Capture ${id} can't be sent: no card provider is configured`)
  const result = await captureOrExplain(ctx, provider, capture)
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, capture.orderId)
    const payment = await findAuthorizedPayment(tx, order.id)
    // A webhook may have reported it in the meantime.
    if (payment?.id !== capture.paymentId) return
    if (result.failure !== undefined)
      return failCapture(tx, order, capture, { failure: result.failure, at: ctx.now })
    const outcome = await settleIntent({ db: tx, now: ctx.now }, order, payment, result.intent)
    if (outcome === 'unchanged')
      throw new UncertainOutcome(`The provider hasn't captured ${id} yet`, { code: result.intent.state })
  })
}

/** Undefined if it was undone or is done. From here on, it can't be undone, and its amount stays. */
function startCapture({ db, now }: PaymentContext, id: string): Promise<Capture | undefined> {
  return db.transaction(async (tx) => {
    const unlocked = await findCapture(tx, id)
    if (!unlocked) return undefined
    const order = await lockOrder(tx, unlocked.orderId)
    const payment = await findAuthorizedPayment(tx, order.id)
    const capture = await findCapture(tx, id)
    if (capture?.state !== 'pending' || payment?.id !== capture.paymentId) return undefined
    const amount = capture.submittedAt ? capture.amount : await amountToCapture(tx, payment)
    await submitCapture(tx, id, { amount, at: now })
    return { ...capture, amount }
  })
}

type CaptureResult = { intent: ProviderIntent; failure?: never } | { failure: string }

async function captureOrExplain(
  ctx: PaymentContext,
  provider: PaymentProvider,
  { id, intentId, amount, attempt }: Capture,
): Promise<CaptureResult> {
  try {
    return { intent: await provider.captureIntent({ intentId, amount }, `${id}:${attempt}`) }
  } catch (error) {
    // The key repeats a stored failure forever.
    if (error instanceof ProviderFailure && error.isRepeated) await countCaptureAttempt(ctx.db, id)
    if (!(error instanceof ProviderRejection) || error instanceof ProviderAuthFailure) throw error
    const intent = await provider.findIntent(intentId)
    return intent.state === 'authorized' ? { failure: error.message } : { intent }
  }
}

/** For an order that was cancelled, or a payment that isn't needed. */
export async function releaseAuthorization({ payments }: PaymentContext, intentId: string): Promise<void> {
  if (!payments)
    throw new Error(`Authorization ${intentId} can't be released: no card provider is configured`)
  try {
    await payments.releaseIntent(intentId)
  } catch (error) {
    if (!(error instanceof ProviderRejection) || error instanceof ProviderAuthFailure) throw error
    const { state } = await payments.findIntent(intentId)
    // It has ended, or was captured: the event of the capture refunds it.
    if (state !== 'released' && state !== 'captured') throw error
  }
}
