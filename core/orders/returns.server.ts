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
import { mayBeReturned, type Order } from './order.ts'
import { refundWithin } from './refund-order.server.ts'
import { sendNow } from './send-refund.server.ts'

export const ReturnWish = z.object({
  items: z
    .array(z.object({ product_id: z.string(), quantity: z.int().positive() }))
    .min(1, 'Choose what you send back.')
    .max(100),
  reason: z.string().trim().min(1, 'Tell us why, in a word or two.').max(1000),
})
export type ReturnWish = z.infer<typeof ReturnWish>

export type Return = {
  id: string
  orderId: string
  state: 'asked' | 'received' | 'closed' | 'declined'
  reason: string
  items: { productId: string; quantity: number }[]
  askedAt: string
  receivedAt: string | null
  closedAt: string | null
}

/** By the order's owner, for thirty days after the parcel came. */
export async function askReturn(ctx: Context, idOrNumber: string, wish: ReturnWish): Promise<Return> {
  return asked(ctx, (await findOrder(ctx, idOrNumber)).id, wish)
}

/** By a guest who has the order's link. */
export async function askReturnByLink(
  ctx: Context,
  { number, token }: { number: string; token: string },
  wish: ReturnWish,
): Promise<Return> {
  return asked(ctx, (await findOrderByLink(ctx, number, token)).id, wish)
}

/** The returns of an order that whoever asks may see: ask for the order first. */
export async function returnsOf(ctx: Context, order: Order): Promise<Return[]> {
  return selectReturns(ctx.db, order.id, null)
}

/** What waits for the parcel, or for a decision: the oldest first. */
export async function openReturns(ctx: Context): Promise<Return[]> {
  requireRole(isAdmin, ctx.actor)
  return selectOpen(ctx.db)
}

/** The parcel is back. */
export async function receiveReturn(ctx: Context, id: string): Promise<Return> {
  return move(ctx, id, { from: ['asked'], to: 'received' }, (tx) =>
    enqueueJob(tx, 'return-letter', { id }, { key: `return-letter:${id}` }),
  )
}

export async function declineReturn(ctx: Context, id: string): Promise<Return> {
  return move(ctx, id, { from: ['asked', 'received'], to: 'declined' })
}

type Closing = { amount: number; restock: boolean }

/** Closed by money back, with the goods on the shelf again or without. */
export async function closeReturn(ctx: Context, id: string, { amount, restock }: Closing): Promise<Return> {
  const { id: actorId } = requireRole(isAdmin, ctx.actor)
  let refundId: string | undefined
  const closed = await move(
    ctx,
    id,
    { from: ['asked', 'received'], to: 'closed' },
    async (tx, order, back) => {
      const goods = restock ? back.items : []
      const refunding = { amount, restock: goods, cause: `return:${id}`, actorId, note: 'Sent back' }
      refundId = await refundWithin(tx, order, { ...refunding, reason: 'returned' })
      await setRefund(tx, id, refundId)
    },
  )
  await sendNow(ctx, refundId)
  return closed
}

async function asked(ctx: Context, orderId: string, { items, reason }: ReturnWish): Promise<Return> {
  const id = newId('return')
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!mayBeReturned(order, ctx.now)) {
      throw new Refusal('conflict', 'An order can be sent back for thirty days after it came.')
    }
    const before = await selectReturns(tx, orderId, null)
    for (const { product_id, quantity } of items) {
      const bought = order.items.find(({ productId }) => productId === product_id)?.quantity ?? 0
      const back = before
        .filter(({ state }) => state !== 'declined')
        .flatMap((other) => other.items)
        .reduce((sum, item) => sum + (item.productId === product_id ? item.quantity : 0), 0)
      if (quantity > bought - back) {
        throw new Refusal('conflict', 'More would go back than was bought.', { items: product_id })
      }
    }
    await insertReturn(tx, id, orderId, reason, JSON.stringify(items))
    return existing(tx, id)
  })
}

type Turn = { from: Return['state'][]; to: 'received' | 'closed' | 'declined' }

async function move(
  ctx: Context,
  id: string,
  { from, to }: Turn,
  also: (tx: Db, order: Order, back: Return) => Promise<void> = async () => {},
): Promise<Return> {
  requireRole(isAdmin, ctx.actor)
  return ctx.db.transaction(async (tx) => {
    const { orderId } = await existing(tx, id)
    const order = await lockOrder(tx, orderId)
    const back = await existing(tx, id)
    if (!from.includes(back.state)) throw new Refusal('conflict', `This return is ${back.state} already.`)
    await also(tx, order, back)
    await updateReturn(tx, id, to)
    await writeAudit(ctx, { action: `return-${to}`, subject: id, before: { state: back.state } }, tx)
    return existing(tx, id)
  })
}

async function existing(db: Db, id: string): Promise<Return> {
  const [found] = await selectReturns(db, null, id)
  if (!found) throw new Refusal('not_found', 'There is no such return.')
  return found
}

const RETURN = `r.id, r.order_id as "orderId", r.state, r.reason, r.asked_at as "askedAt", r.received_at as "receivedAt",
  r.closed_at as "closedAt", (select json_agg(json_build_object('productId', i.product_id, 'quantity', i.quantity)
    order by i.product_id) from return_items i where i.return_id = r.id) as items`

const selectReturns = statement<Return>(
  'returns',
  `select ${RETURN} from returns r where r.order_id = $1 or r.id = $2 order by r.asked_at, r.id`,
)
const selectOpen = statement<Return>(
  'returns_open',
  `select ${RETURN} from returns r where r.state in ('asked', 'received') order by r.asked_at, r.id limit 500`,
)
const insertReturn = statement(
  'return_ask',
  `with asked as (insert into returns (id, order_id, reason) values ($1, $2, $3) returning id)
   insert into return_items (return_id, product_id, quantity)
   select asked.id, i.product_id, sum(i.quantity) from asked,
     json_to_recordset($4) as i (product_id text, quantity integer) group by 1, 2`,
)
const updateReturn = statement(
  'return_move',
  `update returns set state = $2, received_at = case when $2 = 'received' then now() else received_at end,
     closed_at = case when $2 in ('closed', 'declined') then now() else closed_at end where id = $1`,
)
const setRefund = statement('return_refund', 'update returns set refund_id = $2 where id = $1')
