import { requireApproval } from '#core/approval-rules/approval-rules.server.ts'
import type { ApprovalActionName } from '#core/approval-rules/approval-texts.ts'
import type { Actor, Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { findRefundedParts, listFailedRefunds } from '#core/payments/refunds.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import type { Order } from '../order.ts'
import { remainingRefund } from './refund-amounts.ts'

type RefundAction = { action: ApprovalActionName; payload: object }

/**
 * The limit is for all refunds of an order together, so that a large refund can't be made in small parts. Failed ones count
 * until they are resolved, because each can be retried. An approval is for its amount only.
 */
export async function requireRefundApproval(
  ctx: Context,
  order: Order,
  amount: number,
  { action, payload }: RefundAction,
): Promise<void> {
  const { id: subject, number, currency, total, refunded, rate } = order
  const money = (cents: number) => formatMoney({ amount: cents, currency })
  if (ctx.approval) return requireSameAmount(ctx.approval, amount, money)
  const failed = sumAmounts(await listFailedRefunds(ctx.db, subject))
  const changes = [
    { label: 'Order', after: action === 'cancel-order' ? `#${number}, cancelled` : `#${number}` },
    { label: 'Refund', after: money(amount) },
    {
      label: `Refunded of ${money(total)}`,
      before: money(refunded),
      after: money(refunded + amount),
    },
    ...(failed ? [{ label: 'Failed, can be retried', after: money(failed) }] : []),
  ]
  const approvedPayload = { ...payload, approvedAmount: amount }
  const usdCents = Math.round((refunded + failed + amount) / rate)
  await requireApproval(ctx, { action, subject, payload: approvedPayload, changes }, usdCents)
}

const sumAmounts = (refunds: { amount: number }[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

function requireSameAmount(
  { amount: approved }: NonNullable<Context['approval']>,
  amount: number,
  money: (cents: number) => string,
): void {
  if (amount === approved) return
  const message =
    approved === undefined
      ? 'This request doesn’t say its amount. Request it again.'
      : `The refund would now be ${money(amount)} instead of ${money(approved)}. Request it again.`
  throw new Refusal('conflict', message)
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
