import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { reverseOrder } from '../orders/cancel-order.server.ts'
import { lockOrder, readOrder } from '../orders/find-order.server.ts'
import {
  createIdempotencyKey,
  type IdempotencyKey,
  isKnownKey,
  releaseIdempotencyKey,
} from '../orders/idempotency.server.ts'
import type { Order } from '../orders/order.ts'
import { storeActor } from '../orders/order-transition.server.ts'
import { BELOW_CARD_MINIMUM } from '../payments/card-minimum.ts'
import { shopperDeadline } from '../payments/deadline.ts'
import { AmountTooSmall, ProviderRejection, UncertainOutcome } from '../payments/payment.ts'
import {
  attachSession,
  findOpenOrderIds,
  listPayments,
  newPayment,
  type Payment,
} from '../payments/payments.server.ts'
import { SETUP_FAILED } from '../payments/setup-failed.ts'
import { openCheckoutSession } from './open-checkout-session.server.ts'
import { placeOrder } from './place-order.server.ts'
import { prepareCardPayment } from './prepare-card-payment.server.ts'
import { type Purchase, requestToHash } from './purchase.ts'
import { settlePayment } from './settle-payment.server.ts'

export type CardCheckout = { url: string; sessionId: string; order: Order }

type CardPurchase = Omit<Purchase, 'method'>
export type CardCheckoutOptions = {
  /** Orders this browser started earlier; a new attempt cancels them. */
  browserOrders?: readonly string[]
  /** Scripts run in the browser, so it can show the payment form. */
  canShowForm?: boolean
  /** Paid in a wallet’s sheet that is open already. */
  isExpress?: boolean
}

/** Writes the order and holds its stock before redirecting to pay. The same key returns the same payment page. */
export async function startCardCheckout(
  ctx: Context,
  purchase: CardPurchase,
  key: string | undefined,
  { browserOrders = [], canShowForm = false, isExpress = false }: CardCheckoutOptions = {},
): Promise<CardCheckout> {
  const deadline = shopperDeadline()
  const idempotencyKey = createIdempotencyKey(ctx, 'card', key, requestToHash(purchase))
  const provider = ctx.payments
  if (!provider) throw new Refusal('unavailable', SETUP_FAILED)
  await refuseIfPaid(ctx, idempotencyKey, browserOrders, deadline)
  const placement = await placeOrder(ctx, { ...purchase, method: 'card' }, idempotencyKey, (tx) =>
    prepareCardPayment(ctx, tx, { browserOrders }),
  )
  const orderId = placement.order?.id ?? placement.storedResponse?.orderId
  const order = placement.order ?? (orderId ? await readOrder(ctx.db, orderId) : undefined)
  if (!order) throw new Error('The order of a stored response was not found')
  const payment = placement.payment
    ? newPayment({ ...placement.payment, order })
    : await awaitPayment(ctx, order.id)
  return (
    checkoutFor(order, payment) ??
    checkoutFor(
      order,
      await createPaymentPage({ ...ctx, canShowForm, isExpress }, order, payment, deadline),
    ) ??
    throwSetupFailed()
  )
}

/** An earlier attempt is cancelled by a new one, unless it was paid and the store doesn’t know yet. */
async function refuseIfPaid(
  ctx: Context,
  idempotencyKey: IdempotencyKey,
  browserOrders: readonly string[],
  deadline: Date,
): Promise<void> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  if (!userId && !browserOrders.length) return
  const openOrderIds = await findOpenOrderIds(ctx.db, userId, browserOrders)
  // A repeated request must repeat its response.
  if (!openOrderIds.length || (await isKnownKey(ctx.db, idempotencyKey))) return
  for (const orderId of openOrderIds) {
    const sessionId = (await listPayments(ctx.db, orderId)).find(({ state }) => state === 'open')?.providerId
    if (!sessionId) continue
    const session = await ctx.payments?.findSession(sessionId, deadline).catch((error) => {
      if (error instanceof ProviderRejection) return undefined
      if (!(error instanceof UncertainOutcome)) throw error
      ctx.log.error('Payment setup failed', { orderId, error })
      return throwSetupFailed()
    })
    if (session?.state !== 'complete' || session.failed) continue
    // One that is processing stays beside the new order.
    await settlePayment(ctx, session)
    if (!session.paid && session.intent?.state !== 'authorized') continue
    const order = await readOrder(ctx.db, orderId)
    throw new Refusal(
      'conflict',
      `Your payment for order #${order?.number} went through, so you don’t need to pay again.`,
    )
  }
}

const MAX_WAIT_MS = 3000
const POLL_INTERVAL_MS = 150

/** A repeated request waits briefly for the page the first request is creating, unless that request is old. */
async function awaitPayment(ctx: Context, orderId: string): Promise<Payment> {
  const payment = (await listPayments(ctx.db, orderId)).at(-1)
  if (!payment) throw new Error(`Order ${orderId} has no payment`)
  const ageMs = Date.now() - payment.createdAt.getTime()
  if (ageMs > MAX_WAIT_MS || payment.url || payment.state !== 'open') return payment
  await sleep(POLL_INTERVAL_MS)
  return awaitPayment(ctx, orderId)
}

function checkoutFor(order: Order, { url, providerId }: Payment): CardCheckout | undefined {
  return url && providerId ? { url, sessionId: providerId, order } : undefined
}

function throwSetupFailed(): never {
  throw new Refusal('unavailable', SETUP_FAILED)
}

async function createPaymentPage(
  ctx: Context & { canShowForm: boolean; isExpress: boolean },
  order: Order,
  payment: Payment,
  deadline: Date,
): Promise<Payment> {
  const provider = ctx.payments
  if (!provider || payment.state !== 'open') return throwSetupFailed()
  if (payment.amount === 0) return completeFreeOrder(ctx, order, payment)
  try {
    return await openCheckoutSession(ctx, provider, order, payment, deadline)
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.error('Payment setup failed', { orderId: order.id, error })
    await abandonOrder(ctx, order.id)
    if (error instanceof AmountTooSmall) throw new Refusal('conflict', BELOW_CARD_MINIMUM)
    return throwSetupFailed()
  }
}

/** Gift cards pay all of it. */
export async function completeFreeOrder(
  ctx: Context,
  { currency }: Order,
  { id }: Payment,
): Promise<Payment> {
  const sessionId = `free_${id}`
  const url = `${ctx.settings.origin}/payment-success?session_id=${sessionId}`
  const sessionState = {
    state: 'complete',
    paid: true,
    failed: false,
    amount: 0,
    currency,
    intentId: null,
    paymentId: id,
    createdAt: ctx.now,
  } as const
  const session = { id: sessionId, url, clientSecret: null, ...sessionState }
  return ctx.db.transaction(async (tx) => {
    const updated = await attachSession(tx, id, session)
    await settlePayment({ ...ctx, db: tx }, session)
    return updated ?? throwSetupFailed()
  })
}

/** The order can't be paid, so its stock is released now and its key can be used again. */
async function abandonOrder(ctx: Context, orderId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status !== 'pending' || order.paymentStatus !== 'pending') return
    await reverseOrder(tx, order, storeActor(ctx.now), 'Payment setup failed')
    await releaseIdempotencyKey(tx, orderId)
  })
}
