import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { RefundLine } from '#core/payments/refund.ts'
import { findRefundedParts } from '#core/payments/refunds.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { recordListRead } from '#core/personal-reads/record-read.server.ts'
import { GIFT_WRAP_PRODUCT } from '#core/pricing/gift-wrap.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { priceExchange, requirePaid } from '../exchanges/exchange-price.ts'
import { findReplacements, type Replacement } from '../exchanges/find-replacements.server.ts'
import { holdReplacements } from '../exchanges/hold-replacements.server.ts'
import { findOrderByLink, lockOrder, lookUpOrder } from '../find-order.server.ts'
import { canBeReturned, type Order } from '../order.ts'
import { toQuantities } from '../refunds/refund-amounts.ts'
import { RESOLUTIONS, RETURN_STATES } from './return.ts'
import type { ReturnRequest } from './return-request.ts'

const ReturnItem = RefundLine.extend({
  /** What an exchange replaces it with, and what one costs in the order's currency. */
  replacementId: z.string().nullable(),
  replacementName: z.string().nullable(),
  replacementPrice: z.int().nullable(),
})
export type ReturnItem = z.infer<typeof ReturnItem>

const Return = z.strictObject({
  id: z.string(),
  /** The customer writes it on the package. */
  reference: z.string(),
  orderId: z.string(),
  state: z.enum(RETURN_STATES),
  reason: z.string(),
  items: z.array(ReturnItem),
  resolution: z.enum(RESOLUTIONS),
  /** The order that sends the replacements. */
  replacementOrder: z.string().nullable(),
  requestedAt: z.date(),
  receivedAt: z.date().nullable(),
  inspectedAt: z.date().nullable(),
  inspectionNote: z.string().nullable(),
  closedAt: z.date().nullable(),
  declineReason: z.string().nullable(),
})
export type Return = z.infer<typeof Return>

export async function requestReturn(
  ctx: Context,
  idOrNumber: string,
  request: ReturnRequest,
): Promise<Return> {
  return createReturn(ctx, (await lookUpOrder(ctx, idOrNumber, 'returns.process')).id, request)
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
  return selectReturns(ctx.db, sql`where r.order_id = ${order.id} order by r.requested_at, r.id`)
}

/** What of each product was neither returned nor refunded yet. Takes a loaded order because loading it checks permissions. */
export async function listReturnableItems(ctx: Context, order: Order): Promise<RefundLine[]> {
  return selectReturnable(ctx.db, order.id)
}

/** Oldest first. */
export async function listOpenReturns(ctx: Context): Promise<Return[]> {
  requirePermission(ctx.actor, 'returns.process')
  const rows = await selectReturns(
    ctx.db,
    sql`where r.state in ('requested', 'received', 'inspected') order by r.requested_at, r.id limit 500`,
  )
  await recordListRead(ctx, 'returns', {}, { rows, next: null, previous: null })
  return rows
}

async function createReturn(ctx: Context, orderId: string, request: ReturnRequest): Promise<Return> {
  const id = newId('return')
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!canBeReturned(order, ctx.now)) {
      const message = `Returns are accepted within ${order.returnDays} days of delivery.`
      throw new Refusal('conflict', message)
    }
    await addReturn(tx, order, { ...request, id, at: ctx.now })
    await enqueueJob(tx, 'return-email', { id, kind: 'requested' }, { key: `return-requested:${id}` })
    return requireReturn(tx, id)
  })
}

export type NewReturn = ReturnRequest & { id: string; at: Date }

/** The replacements of an exchange are held in the same transaction. The caller holds the order's lock. */
export async function addReturn(tx: Db, order: Order, request: NewReturn): Promise<void> {
  const { id, items, resolution = 'refund', at } = request
  await requireReturnable(tx, order, items)
  if (resolution !== 'refund' && order.paymentStatus !== 'paid')
    throw new Refusal('conflict', 'Only a paid order can be exchanged or returned for store credit.')
  const replacements = resolution === 'exchange' ? await findReplacements(tx, order, items) : []
  if (replacements.length)
    requirePaid(priceExchange(order, await findRefundedParts(tx, order.id), replacements))
  await insertReturn(tx, order.id, request, replacements)
  if (replacements.length) await holdReplacements(tx, { id, at }, replacements)
}

async function requireReturnable(tx: Db, order: Order, items: ReturnRequest['items']): Promise<void> {
  const returnable = toQuantities(await selectReturnable(tx, order.id))
  for (const [productId, quantity] of Object.entries(toQuantities(items))) {
    const left = returnable[productId] ?? 0
    if (quantity <= left) continue
    const { name, sample } = order.items.find((item) => item.productId === productId) ?? {}
    if (sample) throw invalidInput('items', `${name} was free, so it can’t be returned for a refund.`)
    const message = name
      ? `You can’t return more than you bought: at most ${left} of ${name} can still be returned.`
      : `The order doesn’t contain product ${productId}.`
    throw new Refusal('conflict', message, { items: message })
  }
}

/** Does not check permissions; the caller must. */
export async function requireReturn(db: Db, id: string): Promise<Return> {
  const [result] = await selectReturns(db, sql`where r.id = ${id}`)
  if (!result) throw new Refusal('not_found', 'Return not found.')
  return result
}

function selectReturns(db: Db, clauses: Sql): Promise<Return[]> {
  return query(db, Return)`
    select r.id, r.reference, r.order_id as "orderId", r.state, r.reason,
      (select json_agg(json_build_object('productId', i.product_id, 'quantity', i.quantity,
        'replacementId', i.replacement_id, 'replacementName', p.name, 'replacementPrice', i.replacement_price)
        order by i.product_id) from return_items i left join products p on p.id = i.replacement_id
        where i.return_id = r.id) as items,
      r.resolution, (select number from orders where id = r.replacement_order_id) as "replacementOrder",
      r.requested_at as "requestedAt", r.received_at as "receivedAt", r.inspected_at as "inspectedAt",
      r.inspection_note as "inspectionNote", r.closed_at as "closedAt", r.decline_reason as "declineReason"
    from returns r ${clauses}`
}

// Refunds of returns count once: as the return.
function selectReturnable(db: Db, orderId: string): Promise<RefundLine[]> {
  return query(db, RefundLine)`
    select i.product_id as "productId", (i.quantity
      - coalesce((select sum(ri.quantity) from return_items ri join returns r on r.id = ri.return_id
          where r.order_id = ${orderId} and r.state <> 'declined' and ri.product_id = i.product_id), 0)
      - coalesce((select sum(fi.quantity) from refund_items fi join refunds f on f.id = fi.refund_id
          where f.order_id = ${orderId} and f.state <> 'failed' and fi.product_id = i.product_id
            and not exists (select from returns r where r.refund_id = f.id)), 0))::int as quantity
    from (select product_id, sum(quantity) as quantity from order_items
      where order_id = ${orderId} and not sample and product_id <> ${GIFT_WRAP_PRODUCT} group by 1) i order by 1`
}

// The order's lock keeps references unique.
async function insertReturn(
  tx: Db,
  orderId: string,
  { id, reason, items, resolution = 'refund', at }: NewReturn,
  replacements: Replacement[],
): Promise<void> {
  await execute(tx)`
    with inserted as (
      insert into returns (id, order_id, reason, reference, resolution, requested_at)
      select ${id}, o.id, ${reason},
        'R' || substr(o.number, 3) || '-' || (select count(*) + 1 from returns r where r.order_id = o.id), ${resolution},
        ${at}::timestamptz
      from orders o where o.id = ${orderId} returning id
    ) insert into return_items (return_id, product_id, quantity, replacement_id, replacement_price)
      select inserted.id, i."productId", sum(i.quantity), p."replacementId", p.price from inserted,
        json_to_recordset(${sql.json(items)}) as i ("productId" text, quantity integer)
        left join json_to_recordset(${sql.json(replacements)}) as p ("productId" text, "replacementId" text, price bigint)
          using ("productId")
      group by 1, 2, 4, 5`
}
