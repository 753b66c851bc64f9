import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isReplacementOrder } from '../orders/exchanges/unpaid-exchange.server.ts'
import { findOrderByLink, lookUpOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { openLinkedPayment } from './open-linked-payment.server.ts'

/** Opens the payment page for what the replacements of an exchange cost more. Returns its URL. */
export async function payDifference(ctx: Context, number: string): Promise<string> {
  const order = await lookUpOrder(ctx, number)
  const isOwn = ctx.actor.kind === 'user' && ctx.actor.id === order.userId
  if (!isOwn) throw new Refusal('forbidden', 'Only the customer can pay the difference.')
  return openDifferencePage(ctx, order)
}

export async function payDifferenceByLink(
  ctx: Context,
  { number, token }: { number: string; token: string },
): Promise<string> {
  return openDifferencePage(ctx, await findOrderByLink(ctx, number, token))
}

async function openDifferencePage(ctx: Context, order: Order): Promise<string> {
  const page = (await isReplacementOrder(ctx.db, order.id))
    ? await openLinkedPayment(ctx, order, `/orders/${order.number}`)
    : null
  if (page) return page
  throw new Refusal('conflict', 'There is nothing left to pay for this order.')
}
