import { z } from 'zod'
import { isAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { undoOrder } from './cancel-order.server.ts'
import { findOrder, lockOrder } from './find-order.server.ts'
import { moveOrder, moverOf } from './move-order.server.ts'
import type { Order } from './order.ts'
import { nextSteps, ORDER_STATUSES } from './order-status.ts'
import { refundWithin } from './refund-order.server.ts'

const optional = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text || null)
  .nullish()

export const Step = z.object({
  to: z.enum(ORDER_STATUSES),
  carrier: optional,
  tracking_number: optional,
  note: optional,
})
export type Step = z.infer<typeof Step>

/** An administrator moves an order on: only where it may go, and recorded with who and when. */
export async function stepOrder(ctx: Context, idOrNumber: string, step: Step): Promise<Order> {
  const { id: actorId } = requireRole(isAdmin, ctx.actor)
  const { id } = await findOrder(ctx, idOrNumber)
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const may = nextSteps(order)
    if (!may.includes(step.to)) throw refused(order, may)
    const { to, note = null, carrier, tracking_number: trackingNumber } = step
    if (to === 'cancelled') await undoOrder(tx, order, moverOf(ctx.actor), note)
    else if (to === 'refunded') {
      const amount = order.total - order.refunded
      await refundWithin(tx, order, { amount, restock: [], note, cause: `whole:${id}`, actorId })
    } else {
      await moveOrder(tx, id, {
        from: order.status,
        to,
        note,
        carrier,
        trackingNumber,
        ...moverOf(ctx.actor),
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

function refused({ status }: Order, may: string[]): Refusal {
  const where = may.length ? `It can become ${may.join(' or ')}.` : 'It stays so.'
  return new Refusal('conflict', `This order is ${status}. ${where}`)
}
