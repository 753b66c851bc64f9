import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { ipNetwork } from '../accounts/network.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { undoOrder } from '../orders/cancel-order.server.ts'
import { lockOrder, readOrder } from '../orders/find-order.server.ts'
import { freeKeyOf, onceOnly } from '../orders/idempotency.server.ts'
import { BY_STORE } from '../orders/move-order.server.ts'
import type { Order } from '../orders/order.ts'
import { TOO_LITTLE } from '../payments/card-least.ts'
import { refuseBeyond } from '../payments/open-limits.ts'
import { SETUP_FAILED, TooLittle, Unsure, Unwilling } from '../payments/payment.ts'
import {
  countOpen,
  nameSession,
  openOrdersOf,
  type Payment,
  paymentsOf,
} from '../payments/payments.server.ts'
import { OPEN_MINUTES, openSession } from './open-session.server.ts'
import { type Paying, placeOrder } from './place-order.server.ts'
import type { Purchase } from './purchase.ts'
import { settle } from './settle.server.ts'

export type CardCheckout = { url: string; sessionId: string; order: Order }

type Wanted = Omit<Purchase, 'method'>
type Asker = {
  /** Orders that this browser has begun before: a new attempt closes them. */
  browserOrders?: readonly string[]
}

/** The order is written and its goods are held before anybody is sent to pay; the same key leads to the same page. */
export async function startCardCheckout(
  ctx: Context,
  wanted: Wanted,
  key: string | undefined,
  { browserOrders = [] }: Asker = {},
): Promise<CardCheckout> {
  const once = onceOnly(ctx, 'card', key, wanted)
  const provider = ctx.payments
  if (!provider) throw new Refusal('unavailable', SETUP_FAILED)
  const placed = await placeOrder(ctx, { ...wanted, method: 'card' }, once, (tx) =>
    preparePaying(ctx, tx, { email: wanted.address.email, browserOrders }),
  )
  const orderId = placed.order?.id ?? placed.earlier?.orderId
  const order = placed.order ?? (orderId ? await readOrder(ctx.db, orderId) : undefined)
  if (!order) throw new Error('An order was answered for, and is not there')
  const payment = await firstPayment(ctx, order.id, !placed.order)
  return pageOf(order, payment) ?? pageOf(order, await makePage(ctx, order, payment)) ?? noPage()
}

const PATIENCE = 3000
const PAUSE = 150

/** Whoever comes second under a key waits a little for the page that the first is making, unless that began long ago. */
async function firstPayment(ctx: Context, orderId: string, second: boolean): Promise<Payment> {
  const payment = (await paymentsOf(ctx.db, orderId)).at(-1)
  if (!payment) throw new Error(`Order ${orderId} has no payment`)
  const age = Date.now() - Date.parse(payment.createdAt)
  if (!second || age > PATIENCE || payment.url || payment.state !== 'open') return payment
  await sleep(PAUSE)
  return firstPayment(ctx, orderId, second)
}

function pageOf(order: Order, { url, providerId }: Payment): CardCheckout | undefined {
  return url && providerId ? { url, sessionId: providerId, order } : undefined
}

function noPage(): never {
  throw new Refusal('unavailable', SETUP_FAILED)
}

async function makePage(ctx: Context, order: Order, payment: Payment): Promise<Payment> {
  const provider = ctx.payments
  if (!provider || payment.state !== 'open') return noPage()
  if (order.total === 0) return payNothing(ctx, order, payment)
  try {
    return await openSession(ctx, provider, order, payment)
  } catch (error) {
    if (!(error instanceof Unsure || error instanceof Unwilling)) throw error
    ctx.log.error('Payment setup failed', { orderId: order.id, error })
    await giveUp(ctx, order.id)
    if (error instanceof TooLittle) throw new Refusal('conflict', TOO_LITTLE)
    return noPage()
  }
}

/** An offer took all of the price: no card is asked for, and the order is paid as it is placed. */
async function payNothing(ctx: Context, { currency }: Order, { id }: Payment): Promise<Payment> {
  const sessionId = `free_${id}`
  const url = `${ctx.settings.origin}/payment-success?session_id=${sessionId}`
  const paid = { state: 'complete', paid: true, amount: 0, currency, intentId: null, paymentId: id } as const
  const session = { id: sessionId, url, ...paid }
  return ctx.db.transaction(async (tx) => {
    const named = await nameSession(tx, id, session)
    await settle({ ...ctx, db: tx }, session)
    return named ?? noPage()
  })
}

/** Nobody can pay this order: its goods go back at once, and its key may be tried anew. */
async function giveUp(ctx: Context, orderId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status !== 'pending' || order.paymentStatus !== 'pending') return
    await undoOrder(tx, order, BY_STORE, 'The payment could not be set up')
    await freeKeyOf(tx, orderId)
  })
}

type Attempt = { email: string; browserOrders: readonly string[] }

async function preparePaying(ctx: Context, tx: Db, { email, browserOrders }: Attempt): Promise<Paying> {
  const network = ipNetwork(ctx.visitor.address)
  await closeOlder(ctx, tx, browserOrders)
  if (ctx.settings.limits) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`paying ${email}`}, 0))`)
    refuseBeyond(await countOpen(tx, email, network))
  }
  const id = newId('payment')
  const expiresAt = new Date(ctx.now.getTime() + OPEN_MINUTES * 60_000)
  return {
    payment: { id, expiresAt, network },
    jobs: [{ name: 'expire-payment', payload: { paymentId: id }, key: `expire:${id}`, at: expiresAt }],
  }
}

/** A new attempt closes what the same account or browser began before: nobody pays twice, and nothing is held twice. */
async function closeOlder(ctx: Context, tx: Db, browserOrders: readonly string[]): Promise<void> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  if (!userId && !browserOrders.length) return
  for (const id of await openOrdersOf(tx, userId, browserOrders)) {
    const order = await lockOrder(tx, id)
    if (order.status !== 'pending' || order.paymentStatus !== 'pending') continue
    await undoOrder(tx, order, BY_STORE, 'A newer attempt took its place')
  }
}
