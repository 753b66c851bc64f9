import { REFUND_LIMITS } from '#core/accounts/permissions.ts'
import type { Actor } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { toBaseAmount } from '#core/pricing/quote.ts'
import type { Order } from '../order.ts'

/** Counts what was refunded before, so that a refund can't be split to stay below the limit. */
export function requireWithinRefundLimit(
  actor: Actor,
  order: Pick<Order, 'rate' | 'refunded'>,
  amount: number,
): void {
  const limit = actor.kind === 'user' && actor.staffRole ? REFUND_LIMITS[actor.staffRole] : undefined
  if (limit === undefined || toBaseAmount(order.refunded + amount, order.rate) <= limit) return
  const message = `Your role can refund up to ${formatMoney({ amount: limit, currency: 'usd' })} of an order. Ask the owner.`
  throw new Refusal('forbidden', message, { amount: message })
}

/** A cancellation refunds what is left. Staff may cancel their own orders like any customer. */
export function requireReversalLimit(
  actor: Actor,
  order: Pick<Order, 'rate' | 'refunded' | 'total' | 'paymentStatus' | 'userId'>,
): void {
  const isOwn = actor.kind === 'user' && order.userId === actor.id
  if (order.paymentStatus === 'paid' && !isOwn)
    requireWithinRefundLimit(actor, order, order.total - order.refunded)
}
