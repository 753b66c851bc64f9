import { z } from 'zod'
import { isAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { reverseOrder } from './cancel-order.server.ts'
import { findOrder, lockOrder } from './find-order.server.ts'
import type { Order } from './order.ts'
import { getNextStatuses, ORDER_STATUSES } from './order-status.ts'
import { toTransitionActor, transitionOrder } from './order-transition.server.ts'
import { applyRefund } from './refunds/refund-order.server.ts'

const optionalText = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text || null)
  .nullish()

export const StatusUpdate = z.object({
  to: z.enum(ORDER_STATUSES),
  carrier: optionalText,
  tracking_number: optionalText,
  note: optionalText,
})
export type StatusUpdate = z.infer<typeof StatusUpdate>

/** An administrator moves an order on: only where it may go, and recorded with who and when. */
export async function updateOrderStatus(
  ctx: Context,
  idOrNumber: string,
  update: StatusUpdate,
): Promise<Order> {
  const { id: actorId } = requireRole(isAdmin, ctx.actor)
  const { id } = await findOrder(ctx, idOrNumber)
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const allowed = getNextStatuses(order)
    if (!allowed.includes(update.to)) throw invalidTransition(order, allowed)
    const { to, note = null, carrier, tracking_number: trackingNumber } = update
    if (to === 'cancelled') await reverseOrder(tx, order, toTransitionActor(ctx.actor), note)
    else if (to === 'refunded') {
      const amount = order.total - order.refunded
      await applyRefund(tx, order, { amount, restock: [], note, cause: `whole:${id}`, actorId })
    } else {
      await transitionOrder(tx, id, {
        from: order.status,
        to,
        note,
        carrier,
        trackingNumber,
        ...toTransitionActor(ctx.actor),
      })
      if (to === 'shipped' || to === 'delivered') {
        await enqueueJob(tx, 'order-letter', { id, kind: to }, { key: `${to}:${id}` })
      }
    }
    const before = { status: order.status }
    await writeAudit(
      ctx,
      { action: 'order-moved', subject: id, before, after: { status: to, carrier, trackingNumber } },
      tx,
    )
  })
  return findOrder(ctx, id)
}

function invalidTransition({ status }: Order, allowed: string[]): Refusal {
  const hint = allowed.length ? `It can become ${allowed.join(' or ')}.` : 'It stays so.'
  return new Refusal('conflict', `This order is ${status}. ${hint}`)
}
