import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { formatDate } from '#core/dates.ts'
import { Refusal } from '#core/errors.ts'
import { requestCapture } from '#core/payments/captures/captures.server.ts'
import { findAuthorizedPayment } from '#core/payments/payments.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { lockOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { amountToCapture } from './reductions.server.ts'

type CaptureTime = { at: Date; runAt?: Date | undefined }

/** In the transaction that ships it. An order ships as a whole, so this is its only capture. */
export async function captureShippedOrder(tx: Db, order: Order, time: CaptureTime): Promise<void> {
  if (order.authorization === 'authorized') await captureOrder(tx, order, time)
}

/** Before the order ships, or again after a failure. */
export async function captureNow(ctx: Context, idOrNumber: string): Promise<void> {
  requirePermission(ctx.actor, 'orders.edit')
  await staffTransaction(ctx, 'orders.edit', async (tx) => {
    const order = await lockOrder(tx, idOrNumber)
    if (order.authorization !== 'authorized' && order.authorization !== 'failed')
      throw new Refusal('conflict', 'There is nothing to charge: no payment of this order is authorized.')
    await captureOrder(tx, order, { at: ctx.now })
    // Until the provider answers. Another failure is reported again.
    await execute(tx)`
      update orders set authorization_state = 'authorized', payment_status = 'pending', updated_at = ${ctx.now} where id = ${order.id}`
    await writeAudit(ctx, { action: 'payment-capture-requested', subject: order.id }, tx)
  })
}

async function captureOrder(
  tx: Db,
  { id: orderId, number, authorizedUntil, currency }: Order,
  { at, runAt }: CaptureTime,
): Promise<void> {
  const payment = await findAuthorizedPayment(tx, orderId)
  if (!payment) throw new Error(`The authorization of order ${orderId} was not found`)
  if (authorizedUntil && authorizedUntil <= at)
    throw new Refusal(
      'conflict',
      `The authorization of ${number} ended on ${formatDate(authorizedUntil, 'UTC')}, so the customer can’t be charged. Cancel the order, and ask them to order again.`,
    )
  // Staff may have charged it right before.
  const requested = await execute(tx)`
    select from captures where payment_id = ${payment.id} and state = 'pending'`
  if (requested) return
  const amount = await amountToCapture(tx, payment)
  await requestCapture(tx, { orderId, paymentId: payment.id, amount, currency, at, runAt })
}
