import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { ipNetwork } from '../accounts/sign-in/ip-network.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { reverseOrder } from '../orders/cancel-order.server.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import { storeActor } from '../orders/order-transition.server.ts'
import { enforceOpenPaymentLimits } from '../payments/open-payment-limits.ts'
import { countOpenPayments, findOpenOrderIds } from '../payments/payments.server.ts'
import { OPEN_MINUTES } from './open-checkout-session.server.ts'
import type { PaymentPreparation } from './place-order.server.ts'

type CheckoutAttempt = { email: string; browserOrders: readonly string[] }

export async function prepareCardPayment(
  ctx: Context,
  tx: Db,
  { email, browserOrders }: CheckoutAttempt,
): Promise<PaymentPreparation> {
  const network = ipNetwork(ctx.visitor.ipAddress)
  await cancelOlderAttempts(ctx, tx, browserOrders)
  if (ctx.settings.limits) {
    await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`paying ${email}`}, 0))`
    enforceOpenPaymentLimits(await countOpenPayments(tx, email, network))
  }
  const id = newId('payment')
  const expiresAt = new Date(ctx.now.getTime() + OPEN_MINUTES * 60_000)
  return {
    payment: { id, expiresAt, network },
    jobs: [{ name: 'expire-payment', payload: { paymentId: id }, key: `expire:${id}`, at: expiresAt }],
  }
}

/** Cancels earlier unpaid orders of the same account or browser, so nothing is paid or held twice. */
async function cancelOlderAttempts(ctx: Context, tx: Db, browserOrders: readonly string[]): Promise<void> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  if (!userId && !browserOrders.length) return
  for (const id of await findOpenOrderIds(tx, userId, browserOrders)) {
    const order = await lockOrder(tx, id)
    if (order.status !== 'pending' || order.paymentStatus !== 'pending') continue
    await reverseOrder(tx, order, storeActor(ctx.now), 'Replaced by a newer checkout')
  }
}
