import type { Db } from '#db/connection.ts'
import { ipNetwork } from '../accounts/sign-in/ip-network.ts'
import { findKnownAccount } from '../accounts/sign-in/known-browser.server.ts'
import type { CartLine } from '../cart/cart-line.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { cancelHoldingStock } from '../orders/cancel-order.server.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import { findHeldStock, releaseHolds } from '../orders/order-stock.server.ts'
import { storeActor } from '../orders/order-transition.server.ts'
import { enforceHoldLimit } from '../payments/hold-limits.ts'
import { findHolds, findOpenOrderIds, listPayments, lockNetwork } from '../payments/payments.server.ts'
import { MINUTE_MS } from '../time-units.ts'
import { OPEN_MINUTES } from './open-checkout-session.server.ts'
import type { PaymentPreparation } from './place-order.server.ts'

type CheckoutAttempt = { browserOrders: readonly string[] }

export async function prepareCardPayment(
  ctx: Context,
  tx: Db,
  { browserOrders }: CheckoutAttempt,
): Promise<PaymentPreparation> {
  const network = ipNetwork(ctx.visitor.ipAddress)
  if (ctx.settings.limits) await lockNetwork(tx, network)
  const olderAttempts = await cancelOlderAttempts(ctx, tx, browserOrders)
  const heldStock = olderAttempts.length ? await findHeldStock(tx, olderAttempts) : undefined
  const id = newId('payment')
  const expiresAt = new Date(ctx.now.getTime() + OPEN_MINUTES * MINUTE_MS)
  return {
    heldStock,
    checkHolds: (lines) => enforceHoldLimits(ctx, tx, { network, lines, releasing: olderAttempts }),
    releaseStock: async () => {
      if (olderAttempts.length) await releaseHolds(tx, olderAttempts, ctx.now)
    },
    payment: { id, expiresAt, network },
    // No job of its own expires it: each search for due jobs would read all those of the next half hour.
    jobs: [],
  }
}

/**
 * Cancels earlier unpaid orders of the same account or browser, so nothing is paid or held twice. Their stock stays
 * held until the new order is written, so that other orders of a product wait only for that.
 */
async function cancelOlderAttempts(
  ctx: Context,
  tx: Db,
  browserOrders: readonly string[],
): Promise<string[]> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  if (!userId && !browserOrders.length) return []
  const cancelled: string[] = []
  for (const id of await findOpenOrderIds(tx, userId, browserOrders)) {
    const order = await lockOrder(tx, id)
    if (order.status !== 'pending' || order.paymentStatus !== 'pending') continue
    // It may have been reported while this waited for the lock.
    if ((await listPayments(tx, id)).some(({ processingAt }) => processingAt)) continue
    const note = 'Replaced by a newer checkout'
    await cancelHoldingStock(tx, order, { ...storeActor(ctx.now), note, paymentState: 'failed' })
    cancelled.push(id)
  }
  return cancelled
}

/**
 * An email address has no limit: a stranger who typed it could use it up. An account and a browser need none, because
 * their new attempt cancels the older one.
 */
async function enforceHoldLimits(
  ctx: Context,
  tx: Db,
  attempt: { network: string; lines: readonly CartLine[]; releasing: readonly string[] },
): Promise<void> {
  const { settings } = ctx
  if (!settings.limits) return
  if (!(await findKnownAccount(ctx)))
    enforceHoldLimit('guests', await findHolds(tx, { ...attempt, onlyGuests: true }), settings)
  enforceHoldLimit('everyone', await findHolds(tx, { ...attempt, onlyGuests: false }), settings)
}
