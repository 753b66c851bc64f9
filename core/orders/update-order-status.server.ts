import { z } from 'zod'
import { type Permission, requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { findRefundedParts } from '../payments/refunds.server.ts'
import { captureShippedOrder } from './authorizations/capture-order.server.ts'
import { reverseOrder } from './cancel-order.server.ts'
import { findOrder, lockOrder } from './find-order.server.ts'
import type { Order } from './order.ts'
import { getNextStatuses, ORDER_STATUSES, type OrderStatus } from './order-status.ts'
import { toTransitionActor, transitionOrder } from './order-transition.server.ts'
import { findPreorders } from './preorders.ts'
import { applyRefund } from './refunds/refund-order.server.ts'
import { planRefund } from './refunds/refund-request.ts'
import {
  requireCancellationApproval,
  requireRefundApproval,
} from './refunds/require-refund-approval.server.ts'

const optionalText = z
  .string()
  .trim()
  .max(200, 'Use at most 200 characters.')
  .transform((text) => text || null)
  .nullish()

export const TrackingDetails = z.object({ carrier: optionalText, tracking_number: optionalText })
export type TrackingDetails = z.infer<typeof TrackingDetails>

export const StatusUpdate = TrackingDetails.extend({ to: z.enum(ORDER_STATUSES), note: optionalText })
export type StatusUpdate = z.infer<typeof StatusUpdate>

export const statusEmailJobKey = (status: OrderStatus, orderId: string) => `${status}:${orderId}`

type EmailOptions = { emailAt?: Date }

export async function updateOrderStatus(
  ctx: Context,
  idOrNumber: string,
  update: StatusUpdate,
  options: EmailOptions = {},
): Promise<Order> {
  return staffTransaction(ctx, statusPermission(update.to), async (tx) => {
    const order = await lockOrder(tx, idOrNumber)
    await applyStatusUpdate({ ...ctx, db: tx }, order, update, options)
    return findOrder({ ...ctx, db: tx }, order.id)
  })
}

export function statusPermission(status: OrderStatus): Permission {
  if (status === 'refunded') return 'orders.refund'
  return status === 'processing' || status === 'shipped' ? 'orders.ship' : 'orders.edit'
}

/** Changes the status of a locked order, in its transaction. */
export async function applyStatusUpdate(
  ctx: Context,
  order: Order,
  update: StatusUpdate,
  { emailAt }: EmailOptions = {},
): Promise<void> {
  const { id: actorId } = requirePermission(ctx.actor, statusPermission(update.to))
  const { db: tx } = ctx
  const { id } = order
  const allowed = getNextStatuses(order)
  if (!allowed.includes(update.to)) throw invalidTransition(order, update.to, allowed)
  const { to, note = null, carrier, tracking_number: trackingNumber } = update
  const actor = toTransitionActor(ctx)
  if (to === 'cancelled') await requireCancellationApproval(ctx, order, note)
  if (to === 'cancelled') await reverseOrder(tx, order, actor, note)
  else if (to === 'refunded') {
    const plan = planRefund(order, await findRefundedParts(tx, id), {})
    await requireRefundApproval(ctx, order, plan.amount, {
      action: 'refund-order',
      payload: note ? { note } : {},
    })
    await applyRefund(tx, order, { ...plan, note, cause: `whole:${id}`, actorId, at: ctx.now })
  } else {
    if (to === 'shipped') rejectPreorders(order)
    await transitionOrder(tx, id, { from: order.status, to, note, carrier, trackingNumber, ...actor })
    if (to === 'shipped') await captureShippedOrder(tx, order, { at: ctx.now, runAt: emailAt })
    if (to === 'shipped' || to === 'delivered') {
      const job = { key: statusEmailJobKey(to, id), ...(emailAt ? { at: emailAt } : {}) }
      await enqueueJob(tx, 'order-email', { id, kind: to }, job)
    }
  }
  const [before, after] = [{ status: order.status }, { status: to, carrier, trackingNumber }]
  await writeAudit(ctx, { action: 'order-status-changed', subject: id, before, after })
}

function rejectPreorders(order: Order): void {
  const [waiting] = findPreorders(order)
  if (!waiting) return
  throw new Refusal(
    'conflict',
    `${order.number} waits for ${waiting.name}, a pre-order that ships from ${waiting.preorderDate}. Once its stock is in, clear the date on the product.`,
  )
}

const LIST_FORMAT = new Intl.ListFormat('en-US', { type: 'disjunction' })

function invalidTransition({ number, status }: Order, to: OrderStatus, allowed: OrderStatus[]): Refusal {
  const isPast = ORDER_STATUSES.indexOf(to) <= ORDER_STATUSES.indexOf(status)
  if (isPast) return new Refusal('conflict', `${number} is already ${status}.`)
  if (!allowed.length) return new Refusal('conflict', `${number} is ${status} and can’t be changed.`)
  return new Refusal(
    'conflict',
    `${number} is ${status}. Its status can change only to ${LIST_FORMAT.format(allowed)}.`,
  )
}
