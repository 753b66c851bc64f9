import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { findRefundedParts } from '#core/payments/refunds.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { lockOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { unrefundedLines } from '../refunds/refund-amounts.ts'
import { applyRefund } from '../refunds/refund-order.server.ts'
import { planRefund } from '../refunds/refund-request.ts'
import { requireRefundApproval } from '../refunds/require-refund-approval.server.ts'
import { sendRefundNow } from '../refunds/send-refund.server.ts'
import { isOpenReturn, OPEN_RETURN_STATES, type ReturnState } from './return.ts'
import type { ReturnRefund } from './return-request.ts'
import { type Return, requireReturn } from './returns.server.ts'

export async function receiveReturn(ctx: Context, id: string): Promise<Return> {
  return transitionReturn(ctx, id, { from: ['requested'], to: 'received' }, (tx) =>
    enqueueJob(tx, 'return-email', { id, kind: 'received' }, { key: `return-email:${id}` }),
  )
}

export async function inspectReturn(ctx: Context, id: string, note: string): Promise<Return> {
  return transitionReturn(ctx, id, { from: ['received'], to: 'inspected', note: note || null })
}

/** The customer receives the reason by email. */
export async function declineReturn(ctx: Context, id: string, reason: string): Promise<Return> {
  if (!reason)
    throw new Refusal('invalid_input', DECLINE_REASON_REQUIRED, { reason: DECLINE_REASON_REQUIRED })
  return transitionReturn(ctx, id, { from: [...OPEN_RETURN_STATES], to: 'declined', note: reason }, (tx) =>
    enqueueJob(tx, 'return-email', { id, kind: 'declined' }, { key: `return-declined:${id}` }),
  )
}

const DECLINE_REASON_REQUIRED = 'Tell the customer why you’re declining the return.'

export async function closeReturn(ctx: Context, id: string, refund: ReturnRefund): Promise<Return> {
  const { closed, refundId } = await recordReturnRefund(ctx, id, refund)
  await sendRefundNow(ctx, refundId)
  return closed
}

/** The caller sends the refund after its transaction. */
export async function recordReturnRefund(
  ctx: Context,
  id: string,
  { amount, restock }: ReturnRefund,
): Promise<{ closed: Return; refundId: string | undefined }> {
  const { id: actorId } = requirePermission(ctx.actor, 'orders.refund')
  let refundId: string | undefined
  const closed = await transitionReturn(
    ctx,
    id,
    { from: [...OPEN_RETURN_STATES], to: 'closed' },
    async (tx, order, current) => {
      const refunded = await findRefundedParts(tx, order.id)
      const lines = unrefundedLines(order, refunded, current.items)
      const plan = planRefund(order, refunded, { amount, lines, restock })
      await requireRefundApproval({ ...ctx, db: tx }, order, plan.amount, {
        action: 'close-return',
        payload: { id, amount, restock },
      })
      const input = {
        cause: `return:${id}`,
        actorId,
        at: ctx.now,
        note: 'Items returned',
        isSentByCaller: true,
      }
      refundId = await applyRefund(tx, order, { ...plan, ...input, reason: 'returned' })
      await execute(tx)`update returns set refund_id = ${refundId ?? null} where id = ${id}`
    },
  )
  return { closed, refundId }
}

type ReturnTransition = { from: ReturnState[]; to: ReturnState; note?: string | null }

async function transitionReturn(
  ctx: Context,
  id: string,
  { from, to, note = null }: ReturnTransition,
  applyChanges: (tx: Db, order: Order, current: Return) => Promise<void> = async () => {},
): Promise<Return> {
  return staffTransaction(ctx, 'returns.process', async (tx) => {
    const { orderId } = await requireReturn(tx, id)
    const order = await lockOrder(tx, orderId)
    const current = await requireReturn(tx, id)
    if (!from.includes(current.state)) {
      const message = isOpenReturn(current)
        ? `This return can’t be ${to} while it is ${STATE_NAMES[current.state]}.`
        : `This return is already ${STATE_NAMES[current.state]}.`
      throw new Refusal('conflict', message)
    }
    await applyChanges(tx, order, current)
    await execute(tx)`
      update returns set state = ${to}, received_at = case when ${to} = 'received' then ${ctx.now} else received_at end,
        inspected_at = case when ${to} = 'inspected' then ${ctx.now} else inspected_at end,
        inspection_note = case when ${to} = 'inspected' then ${note} else inspection_note end,
        decline_reason = case when ${to} = 'declined' then ${note} else decline_reason end,
        closed_at = case when ${to} in ('closed', 'declined') then ${ctx.now} else closed_at end
      where id = ${id}`
    const before = { state: current.state }
    await writeAudit(ctx, { action: `return-${to}`, subject: id, before, after: { state: to } }, tx)
    return requireReturn(tx, id)
  })
}

const STATE_NAMES: Record<ReturnState, string> = {
  requested: 'requested',
  received: 'received',
  inspected: 'inspected',
  closed: 'refunded',
  declined: 'declined',
}
