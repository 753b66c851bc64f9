import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { isAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { findOrder, findOrderByLink, lockOrder } from './find-order.server.ts'
import { canBeReturned, type Order } from './order.ts'
import { applyRefund } from './refunds/refund-order.server.ts'
import { sendRefundNow } from './refunds/send-refund.server.ts'

export const ReturnRequest = z.object({
  items: z
    .array(z.object({ product_id: z.string(), quantity: z.int().positive() }))
    .min(1, 'Choose at least one item to return.')
    .max(100),
  reason: z.string().trim().min(1, 'Tell us why you’re returning it.').max(1000),
})
export type ReturnRequest = z.infer<typeof ReturnRequest>

export type Return = {
  id: string
  orderId: string
  state: 'asked' | 'received' | 'closed' | 'declined'
  reason: string
  items: { productId: string; quantity: number }[]
  requestedAt: string
  receivedAt: string | null
  closedAt: string | null
}

export async function requestReturn(
  ctx: Context,
  idOrNumber: string,
  request: ReturnRequest,
): Promise<Return> {
  return createReturn(ctx, (await findOrder(ctx, idOrNumber)).id, request)
}

export async function requestReturnByLink(
  ctx: Context,
  { number, token }: { number: string; token: string },
  request: ReturnRequest,
): Promise<Return> {
  return createReturn(ctx, (await findOrderByLink(ctx, number, token)).id, request)
}

/** Takes a loaded order because loading it checks permissions. */
export async function listReturns(ctx: Context, order: Order): Promise<Return[]> {
  return selectReturns(ctx.db, order.id, null)
}

export async function listOpenReturns(ctx: Context): Promise<Return[]> {
  requireRole(isAdmin, ctx.actor)
  return selectOpenReturns(ctx.db)
}

export async function receiveReturn(ctx: Context, id: string): Promise<Return> {
  return transitionReturn(ctx, id, { from: ['asked'], to: 'received' }, (tx) =>
    enqueueJob(tx, 'return-letter', { id }, { key: `return-letter:${id}` }),
  )
}

export async function declineReturn(ctx: Context, id: string): Promise<Return> {
  return transitionReturn(ctx, id, { from: ['asked', 'received'], to: 'declined' })
}

type CloseReturnInput = { amount: number; restock: boolean }

export async function closeReturn(
  ctx: Context,
  id: string,
  { amount, restock }: CloseReturnInput,
): Promise<Return> {
  const { id: actorId } = requireRole(isAdmin, ctx.actor)
  let refundId: string | undefined
  const closed = await transitionReturn(
    ctx,
    id,
    { from: ['asked', 'received'], to: 'closed' },
    async (tx, order, current) => {
      const items = restock ? current.items : []
      const input = { amount, restock: items, cause: `return:${id}`, actorId, note: 'Items returned' }
      refundId = await applyRefund(tx, order, { ...input, reason: 'returned' })
      await setRefund(tx, id, refundId)
    },
  )
  await sendRefundNow(ctx, refundId)
  return closed
}

async function createReturn(
  ctx: Context,
  orderId: string,
  { items, reason }: ReturnRequest,
): Promise<Return> {
  const id = newId('return')
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!canBeReturned(order, ctx.now)) {
      throw new Refusal('conflict', 'Returns are accepted within 30 days of delivery.')
    }
    const earlierReturns = await selectReturns(tx, orderId, null)
    for (const { product_id, quantity } of items) {
      const orderedQuantity = order.items.find(({ productId }) => productId === product_id)?.quantity ?? 0
      const returnedQuantity = earlierReturns
        .filter(({ state }) => state !== 'declined')
        .flatMap((other) => other.items)
        .reduce((sum, item) => sum + (item.productId === product_id ? item.quantity : 0), 0)
      if (quantity > orderedQuantity - returnedQuantity) {
        throw new Refusal('conflict', 'You can’t return more than you bought.', { items: product_id })
      }
    }
    await insertReturn(tx, id, orderId, reason, JSON.stringify(items))
    return requireReturn(tx, id)
  })
}

type ReturnTransition = { from: Return['state'][]; to: 'received' | 'closed' | 'declined' }

async function transitionReturn(
  ctx: Context,
  id: string,
  { from, to }: ReturnTransition,
  applyChanges: (tx: Db, order: Order, current: Return) => Promise<void> = async () => {},
): Promise<Return> {
  requireRole(isAdmin, ctx.actor)
  return ctx.db.transaction(async (tx) => {
    const { orderId } = await requireReturn(tx, id)
    const order = await lockOrder(tx, orderId)
    const current = await requireReturn(tx, id)
    if (!from.includes(current.state))
      throw new Refusal('conflict', `This return is already ${current.state}.`)
    await applyChanges(tx, order, current)
    await updateReturn(tx, id, to)
    await writeAudit(ctx, { action: `return-${to}`, subject: id, before: { state: current.state } }, tx)
    return requireReturn(tx, id)
  })
}

async function requireReturn(db: Db, id: string): Promise<Return> {
  const [result] = await selectReturns(db, null, id)
  if (!result) throw new Refusal('not_found', 'Return not found.')
  return result
}

const RETURN_COLUMNS = `r.id, r.order_id as "orderId", r.state, r.reason, r.asked_at as "requestedAt", r.received_at as "receivedAt",
  r.closed_at as "closedAt", (select json_agg(json_build_object('productId', i.product_id, 'quantity', i.quantity)
    order by i.product_id) from return_items i where i.return_id = r.id) as items`

const selectReturns = statement<Return>(
  'returns',
  `select ${RETURN_COLUMNS} from returns r where r.order_id = $1 or r.id = $2 order by r.asked_at, r.id`,
)
const selectOpenReturns = statement<Return>(
  'returns_open',
  `select ${RETURN_COLUMNS} from returns r where r.state in ('asked', 'received') order by r.asked_at, r.id limit 500`,
)
const insertReturn = statement(
  'return_ask',
  `with inserted as (insert into returns (id, order_id, reason) values ($1, $2, $3) returning id)
   insert into return_items (return_id, product_id, quantity)
   select inserted.id, i.product_id, sum(i.quantity) from inserted,
     json_to_recordset($4) as i (product_id text, quantity integer) group by 1, 2`,
)
const updateReturn = statement(
  'return_move',
  `update returns set state = $2, received_at = case when $2 = 'received' then now() else received_at end,
     closed_at = case when $2 in ('closed', 'declined') then now() else closed_at end where id = $1`,
)
const setRefund = statement('return_refund', 'update returns set refund_id = $2 where id = $1')
