import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { resendOrderEmail } from '../emails/resend-order-email.server.ts'
import { findOrder, lockOrder, lookUpOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { TrackingDetails } from '../update-order-status.server.ts'

export const TrackingCorrection = TrackingDetails.extend({
  send_email: z.boolean().default(false).describe('Whether to send the shipping email again'),
})
export type TrackingCorrection = z.input<typeof TrackingCorrection>

export const canCorrectTracking = ({ status, kind }: Pick<Order, 'status' | 'kind'>): boolean =>
  kind === 'products' && (status === 'shipped' || status === 'delivered')

/** Replaces both fields: a missing one is cleared. */
export async function correctTracking(
  ctx: Context,
  idOrNumber: string,
  correction: TrackingCorrection,
): Promise<Order> {
  requirePermission(ctx.actor, 'orders.ship')
  const { carrier = null, tracking_number: trackingNumber = null, send_email } = correction
  const { id } = await lookUpOrder(ctx, idOrNumber)
  await staffTransaction(ctx, 'orders.ship', async (tx) => {
    const order = await lockOrder(tx, id)
    if (!canCorrectTracking(order)) throw notShipped(order)
    if (carrier !== order.carrier || trackingNumber !== order.trackingNumber)
      await replaceTracking(ctx, tx, order, { carrier, trackingNumber })
    if (send_email) await resendOrderEmail({ ...ctx, db: tx }, id, 'shipped')
  })
  return findOrder(ctx, id)
}

type Tracking = Pick<Order, 'carrier' | 'trackingNumber'>

async function replaceTracking(ctx: Context, tx: Db, order: Order, tracking: Tracking): Promise<void> {
  const { id, carrier, trackingNumber } = order
  await execute(tx)`
    update orders set carrier = ${tracking.carrier}, tracking_number = ${tracking.trackingNumber}, updated_at = now()
    where id = ${id}`
  const before = { carrier, trackingNumber }
  // The order's history shows this entry.
  await writeAudit(ctx, { action: 'order-tracking-corrected', subject: id, before, after: tracking }, tx)
}

function notShipped({ number, status }: Order): Refusal {
  return new Refusal(
    'conflict',
    `${number} is ${status}. You can correct tracking details once the order has shipped.`,
  )
}
