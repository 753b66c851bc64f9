import { requireApproval } from '#core/approval-rules/approval-rules.server.ts'
import type { ApprovalActionName } from '#core/approval-rules/approval-texts.ts'
import type { Actor, Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { findRefundedParts } from '#core/payments/refunds.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import type { Order } from '../order.ts'
import { remainingRefund } from './refund-amounts.ts'

type RefundAction = { action: ApprovalActionName; payload: object }

/** The limit is for all refunds of an order together, so that a large refund can't be made in small parts. */
export async function requireRefundApproval(
  ctx: Context,
  order: Order,
  amount: number,
  { action, payload }: RefundAction,
): Promise<void> {
  const { id: subject, number, currency, total, refunded, rate } = order
  const money = (cents: number) => formatMoney({ amount: cents, currency })
  const changes = [
    { label: 'Order', after: action === 'cancel-order' ? `#${number}, cancelled` : `#${number}` },
    { label: 'Refund', after: money(amount) },
    {
      label: `Refunded of ${money(total)}`,
      before: money(refunded),
      after: money(refunded + amount),
    },
  ]
  await requireApproval(ctx, { action, subject, payload, changes }, Math.round((refunded + amount) / rate))
}

/** Cancelling a paid order refunds what is left of it, so it takes the permission for refunds too. */
export async function requireCancellationApproval(
  ctx: Context,
  order: Order,
  note: string | null,
): Promise<void> {
  if (order.paymentStatus !== 'paid') return
  const { amount } = remainingRefund(order, await findRefundedParts(ctx.db, order.id))
  if (amount <= 0) return
  if (!hasPermission(ctx.actor, 'orders.refund'))
    throw new Refusal('forbidden', cancellationRefused(ctx.actor))
  await requireRefundApproval(ctx, order, amount, { action: 'cancel-order', payload: { note } })
}

function cancellationRefused({ kind }: Actor): string {
  const missing =
    kind === 'key'
      ? 'This API key needs the scope refunds:write.'
      : 'Your role doesn’t include refunds. Ask the owner.'
  return `Cancelling a paid order refunds it. ${missing}`
}
