import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { openReturnCredit } from '#core/gift-cards/return-credit.server.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { findRefundedParts } from '#core/payments/refunds.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { releaseReplacements } from '../exchanges/hold-replacements.server.ts'
import { lockOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { unrefundedLines } from '../refunds/refund-amounts.ts'
import { applyRefund } from '../refunds/refund-order.server.ts'
import { planRefund } from '../refunds/refund-request.ts'
import { requireRefundApproval } from '../refunds/require-refund-approval.server.ts'
import { sendRefundNow } from '../refunds/send-refund.server.ts'
import { isOpenReturn, OPEN_RETURN_STATES, type Resolution, type ReturnState } from './return.ts'
import type { ReturnRefund } from './return-request.ts'
import { type Return, requireReturn } from './returns.server.ts'

export async function receiveReturn(ctx: Context, id: string): Promise<Return> {
  return transitionReturn(ctx, id, { from: ['requested'], to: 'received' }, async (tx) => {
    await enqueueJob(tx, 'return-email', { id, kind: 'received' }, { key: `return-email:${id}` })
    return {}
  })
}

export async function inspectReturn(ctx: Context, id: string, note: string): Promise<Return> {
  return transitionReturn(ctx, id, { from: ['received'], to: 'inspected', note: note || null })
}

/** The customer receives the reason by email. */
export async function declineReturn(ctx: Context, id: string, reason: string): Promise<Return> {
  if (!reason)
    throw new Refusal('invalid_input', DECLINE_REASON_REQUIRED, { reason: DECLINE_REASON_REQUIRED })
  const transition = { from: [...OPEN_RETURN_STATES], to: 'declined', note: reason } as const
  return transitionReturn(ctx, id, transition, async (tx, _, { resolution }) => {
    if (resolution === 'exchange') await releaseReplacements(tx, { id, at: ctx.now })
    await enqueueJob(tx, 'return-email', { id, kind: 'declined' }, { key: `return-declined:${id}` })
    return {}
  })
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
  { amount, restock, resolution: requested }: ReturnRefund,
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
      const resolution = requested ?? (current.resolution === 'store_credit' ? 'store_credit' : 'refund')
      await requireRefundApproval({ ...ctx, db: tx }, order, plan.amount, {
        action: 'close-return',
        payload: { id, amount, restock, resolution },
      })
      const input = {
        cause: `return:${id}`,
        actorId,
        at: ctx.now,
        note: 'Items returned',
        isSentByCaller: true,
      }
      const credit = resolution === 'store_credit' && {
        tender: resolution,
        creditId: await openReturnCredit({ ...ctx, db: tx }, order, actorId),
      }
      refundId = await applyRefund(tx, order, { ...plan, ...input, ...credit, reason: 'returned' })
      if (current.resolution === 'exchange') await releaseReplacements(tx, { id, at: ctx.now })
      return { resolution, refundId }
    },
  )
  return { closed, refundId }
}

type ReturnTransition = { from: readonly ReturnState[]; to: ReturnState; note?: string | null }
type ReturnOutcome = {
  resolution?: Resolution
  refundId?: string | undefined
  replacementOrderId?: string
}
type ApplyChanges = (tx: Db, order: Order, current: Return) => Promise<ReturnOutcome>

async function transitionReturn(
  ctx: Context,
  id: string,
  transition: ReturnTransition,
  applyChanges: ApplyChanges = async () => ({}),
): Promise<Return> {
  return staffTransaction(ctx, 'returns.process', async (tx) => {
    const { orderId } = await requireReturn(tx, id)
    return moveReturn(ctx, tx, await lockOrder(tx, orderId), { ...transition, id }, applyChanges)
  })
}

/** The caller holds the order's lock. */
export async function moveReturn(
  ctx: Context,
  tx: Db,
  order: Order,
  { id, from, to, note = null }: ReturnTransition & { id: string },
  applyChanges: ApplyChanges,
): Promise<Return> {
  const current = await requireReturn(tx, id)
  if (!from.includes(current.state)) {
    const message = isOpenReturn(current)
      ? `This return can’t be ${to} while it is ${STATE_NAMES[current.state]}.`
      : `This return is already ${current.replacementOrder ? 'exchanged' : STATE_NAMES[current.state]}.`
    throw new Refusal('conflict', message)
  }
  const outcome = await applyChanges(tx, order, current)
  const { resolution = null, refundId = null, replacementOrderId = null } = outcome
  await execute(tx)`
    update returns set state = ${to}, received_at = case when ${to} = 'received' then ${ctx.now} else received_at end,
      inspected_at = case when ${to} = 'inspected' then ${ctx.now} else inspected_at end,
      inspection_note = case when ${to} = 'inspected' then ${note} else inspection_note end,
      decline_reason = case when ${to} = 'declined' then ${note} else decline_reason end,
      closed_at = case when ${to} in ('closed', 'declined') then ${ctx.now} else closed_at end,
      resolution = coalesce(${resolution}, resolution), refund_id = coalesce(${refundId}, refund_id),
      replacement_order_id = ${replacementOrderId}
    where id = ${id}`
  const before = { state: current.state }
  await writeAudit(ctx, { action: `return-${to}`, subject: id, before, after: { state: to } }, tx)
  return requireReturn(tx, id)
}

const STATE_NAMES: Record<ReturnState, string> = {
  requested: 'requested',
  received: 'received',
  inspected: 'inspected',
  closed: 'refunded',
  declined: 'declined',
}
