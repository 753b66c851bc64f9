import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { derivedId, newId } from '#core/ids.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { queryColumn } from '#db/sql.ts'
import { lockOrder, lookUpOrder } from '../find-order.server.ts'
import { requireKey } from '../idempotency.server.ts'
import type { Order } from '../order.ts'
import { RefundRequest } from '../refunds/refund-request.ts'
import { isOpenReturn } from '../returns/return.ts'
import { ReturnRequest } from '../returns/return-request.ts'
import { addReturn, type Return, requireReturn } from '../returns/returns.server.ts'
import { completeExchange } from './complete-exchange.server.ts'

export const ExchangeRequest = ReturnRequest.pick({ items: true }).extend({
  reason: ReturnRequest.shape.reason.optional(),
  restock: RefundRequest.shape.restock,
})
export type ExchangeRequest = z.infer<typeof ExchangeRequest>

/**
 * Staff send replacements without a request by the customer. If the refund of a difference needs approval, the exchange
 * stays open until it is approved. A repeated request with the same key is the same exchange.
 */
export async function createExchange(
  ctx: Context,
  idOrNumber: string,
  request: ExchangeRequest,
  key: string = newId('return'),
): Promise<Return> {
  const { id: actorId } = requirePermission(ctx.actor, 'orders.refund')
  requireKey(key)
  const { id: orderId } = await lookUpOrder(ctx, idOrNumber, 'returns.process')
  const id = derivedId('return', `${actorId} ${orderId} ${key}`)
  const { restock, reason = 'Exchanged by staff' } = request
  const current = await staffTransaction(ctx, 'returns.process', async (tx) => {
    const order = await lockOrder(tx, orderId)
    const [isKnown] = await queryColumn(tx, z.boolean())`select true from returns where id = ${id}`
    if (isKnown) return requireSameExchange(await requireReturn(tx, id), request)
    requireSent(order)
    await addReturn(tx, order, { ...request, reason, resolution: 'exchange', id, at: ctx.now })
    await writeAudit(ctx, { action: 'exchange-created', subject: id, after: { items: request.items } }, tx)
    return requireReturn(tx, id)
  })
  return isOpenReturn(current) ? completeExchange(ctx, id, { restock }) : current
}

function requireSent({ kind, status, paymentStatus }: Order): void {
  const isSent = status === 'shipped' || status === 'delivered'
  if (kind === 'products' && isSent && paymentStatus === 'paid') return
  throw new Refusal('conflict', 'Only a paid order that was shipped can be exchanged.')
}

function requireSameExchange(current: Return, { items }: ExchangeRequest): Return {
  const named = (all: { productId: string; replacementId?: string | null | undefined; quantity: number }[]) =>
    all.map((item) => `${item.productId} ${item.replacementId} ${item.quantity}`).toSorted()
  if (String(named(current.items)) === String(named(items))) return current
  const message = 'This Idempotency-Key was already used for a different exchange. Use a new key.'
  throw new Refusal('idempotency_mismatch', message)
}
