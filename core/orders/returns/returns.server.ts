import { isAdmin, requireRole } from '#core/accounts/policy.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { RefundLine } from '#core/payments/refund.ts'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { findOrder, findOrderByLink, lockOrder } from '../find-order.server.ts'
import { canBeReturned, type Order } from '../order.ts'
import { toQuantities } from '../refunds/refund-amounts.ts'
import type { Return } from './return.ts'
import type { ReturnRequest } from './return-request.ts'

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

/** What of each product was neither returned nor refunded yet. Takes a loaded order because loading it checks permissions. */
export async function listReturnableItems(ctx: Context, order: Order): Promise<RefundLine[]> {
  return selectReturnable(ctx.db, order.id)
}

/** Oldest first. */
export async function listOpenReturns(ctx: Context): Promise<Return[]> {
  requireRole(isAdmin, ctx.actor)
  return selectOpenReturns(ctx.db)
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
      const message = `Returns are accepted within ${order.returnDays} days of delivery.`
      throw new Refusal('conflict', message)
    }
    await requireReturnable(tx, order, items)
    await insertReturn(tx, id, orderId, reason, JSON.stringify(items))
    await enqueueJob(tx, 'return-letter', { id, kind: 'requested' }, { key: `return-requested:${id}` })
    return requireReturn(tx, id)
  })
}

async function requireReturnable(tx: Db, order: Order, items: ReturnRequest['items']): Promise<void> {
  const returnable = toQuantities(await selectReturnable(tx, order.id))
  const requested = toQuantities(
    items.map(({ product_id: productId, quantity }) => ({ productId, quantity })),
  )
  for (const [productId, quantity] of Object.entries(requested)) {
    const left = returnable[productId] ?? 0
    if (quantity <= left) continue
    const name = order.items.find((item) => item.productId === productId)?.name
    const message = name
      ? `You can’t return more than you bought: at most ${left} of ${name} can still be returned.`
      : `The order doesn’t contain product ${productId}.`
    throw new Refusal('conflict', message, { items: message })
  }
}

/** Does not check permissions; the caller must. */
export async function requireReturn(db: Db, id: string): Promise<Return> {
  const [result] = await selectReturns(db, null, id)
  if (!result) throw new Refusal('not_found', 'Return not found.')
  return result
}

const RETURN_COLUMNS = `r.id, r.reference, r.order_id as "orderId", r.state, r.reason, r.asked_at as "requestedAt",
  r.received_at as "receivedAt", r.inspected_at as "inspectedAt", r.inspection_note as "inspectionNote",
  r.closed_at as "closedAt", r.decline_reason as "declineReason",
  (select json_agg(json_build_object('productId', i.product_id, 'quantity', i.quantity)
    order by i.product_id) from return_items i where i.return_id = r.id) as items`

const selectReturns = statement<Return>(
  'returns_of_order',
  `select ${RETURN_COLUMNS} from returns r where r.order_id = $1 or r.id = $2 order by r.asked_at, r.id`,
)
const selectOpenReturns = statement<Return>(
  'returns_open_states',
  `select ${RETURN_COLUMNS} from returns r where r.state in ('asked', 'received', 'inspected') order by r.asked_at, r.id limit 500`,
)
// Refunds of returns count once: as the return.
const selectReturnable = statement<RefundLine>(
  'returnable_items',
  `select i.product_id as "productId", (i.quantity
    - coalesce((select sum(ri.quantity) from return_items ri join returns r on r.id = ri.return_id
        where r.order_id = $1 and r.state <> 'declined' and ri.product_id = i.product_id), 0)
    - coalesce((select sum(fi.quantity) from refund_items fi join refunds f on f.id = fi.refund_id
        where f.order_id = $1 and f.state <> 'failed' and fi.product_id = i.product_id
          and not exists (select from returns r where r.refund_id = f.id)), 0))::int as quantity
   from (select product_id, sum(quantity) as quantity from order_items where order_id = $1 group by 1) i order by 1`,
)
// The order's lock keeps references unique.
const insertReturn = statement(
  'return_insert',
  `with inserted as (
    insert into returns (id, order_id, reason, reference)
    select $1, $2, $3, 'R' || substr(o.number, 3) || '-' || (select count(*) + 1 from returns r where r.order_id = o.id)
    from orders o where o.id = $2 returning id)
   insert into return_items (return_id, product_id, quantity)
   select inserted.id, i.product_id, sum(i.quantity) from inserted,
     json_to_recordset($4) as i (product_id text, quantity integer) group by 1, 2`,
)
