import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { findRefund } from '../payments/refunds.server.ts'
import { readSeller } from '../settings/store-identity.server.ts'
import type { Seller } from '../settings/store-settings.ts'
import { ACCOUNTS, type EntryLine, type RefundedAmounts, refundLines, saleLines } from './entries.ts'
import { issueCreditNote, issueInvoice, voidCreditNote } from './invoice-numbers.server.ts'

type NewEntry = {
  description: string
  amount: number
  currency: string
  kind: 'sale' | 'refund'
  cause: string
  orderId: string
  at: Date
}

type Booking = Pick<Context, 'db' | 'now' | 'settings'>

/** Books the sale once, however often it runs. */
export async function bookSale({ db, now: at, settings }: Booking, orderId: string): Promise<void> {
  const seller = await readSeller({ db, settings })
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const { number, total: amount, currency } = order
    const entry = { description: `Order #${number}`, amount, currency, kind: 'sale' as const, at }
    await postEntry(tx, { ...entry, cause: `sale:${orderId}`, orderId }, saleLines(order))
    await issueInvoice(tx, { orderId, at, seller })
  })
}

/**
 * Books the refund once, or reverses it if it failed. The order's lock makes the sum of earlier refunds reliable.
 * Failed refunds of the order that are still booked are reversed first. Otherwise, the ledger could show more refunded than
 * was paid, because jobs run in any order.
 */
export async function bookRefund({ db, now: at, settings }: Booking, refundId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const unlockedRefund = await findRefund(tx, refundId)
    if (!unlockedRefund) throw new Error(`Refund ${refundId} not found`)
    const order = await lockOrder(tx, unlockedRefund.orderId)
    const seller = await readSeller({ db: tx, settings })
    const ids = new Set([...(await findUnreversedRefunds(tx, order.id)), refundId])
    for (const id of ids) await bookRefundOnce(tx, order, { id, at, seller })
  })
}

/** Failed refunds that are still booked. */
function findUnreversedRefunds(tx: Db, orderId: string): Promise<string[]> {
  return queryColumn(tx, z.string())`
    select r.id from refunds r where r.order_id = ${orderId} and r.state = 'failed' and ${IS_BOOKED} order by r.id`
}

async function bookRefundOnce(
  tx: Db,
  order: Order,
  { id: refundId, at, seller }: { id: string; at: Date; seller: Seller },
): Promise<void> {
  const refund = await findRefund(tx, refundId)
  if (!refund) throw new Error(`Refund ${refundId} not found`)
  const isDone = refund.state === 'done'
  const cause = `${isDone ? 'refund' : 'refund-failed'}:${refundId}`
  const booked = await execute(tx)`select id from accounting where cause = ${`refund:${refundId}`}`
  if (booked > 0 === isDone) return
  const { number, currency, id: orderId } = order
  const refunded = await sumBookedRefunds(tx, { orderId, refundId, isDone })
  const lines = refundLines(order, refunded, await selectRefundLines(tx, orderId))
  const description = isDone ? `Refund of order #${number}` : `Failed refund of order #${number}`
  const amount = isDone ? -refund.amount : refund.amount
  await postEntry(tx, { description, amount, currency, kind: 'refund', cause, orderId, at }, lines)
  await (isDone ? issueCreditNote(tx, { ...refund, at, seller }) : voidCreditNote(tx, refundId))
}

type RefundChange = { orderId: string; refundId: string; isDone: boolean }

/** The sum of the order's booked refunds once this change is booked too. */
async function sumBookedRefunds(
  tx: Db,
  { orderId, refundId, isDone }: RefundChange,
): Promise<RefundedAmounts> {
  const [refunded] = await query(tx, RefundSum)`
    select coalesce(sum(r.amount - r.shipping), 0)::bigint as items, coalesce(sum(r.shipping), 0)::bigint as shipping
    from refunds r where r.order_id = ${orderId} and case when r.id = ${refundId} then ${isDone}::boolean else ${IS_BOOKED} end`
  return refunded ?? { items: 0, shipping: 0 }
}

/** A condition on a refund `r`: booked, and not reversed. */
const IS_BOOKED = sql`(exists (select from accounting a where a.cause = 'refund:' || r.id)
  and not exists (select from accounting a where a.cause = 'refund-failed:' || r.id))`

const RefundSum = z.strictObject({ items: z.int(), shipping: z.int() }) satisfies z.ZodType<RefundedAmounts>

function selectRefundLines(tx: Db, orderId: string): Promise<EntryLine[]> {
  return query(tx, BookedLine)`
    select l.account, sum(l.amount)::bigint as amount, sum(l.base_amount)::bigint as "baseAmount"
    from accounting a join accounting_lines l on l.entry_id = a.id
    where a.order_id = ${orderId} and a.kind = 'refund' group by 1`
}

const BookedLine = z.strictObject({
  account: z.enum(ACCOUNTS),
  amount: z.int(),
  baseAmount: z.int(),
}) satisfies z.ZodType<EntryLine>

async function postEntry(tx: Db, entry: NewEntry, lines: EntryLine[]): Promise<void> {
  const { description, amount, currency, kind, cause, orderId, at } = entry
  await execute(tx)`
    with entry as (
      insert into accounting (id, description, amount, currency, kind, cause, order_id, entry_date)
      values (${newId('entry')}, ${description}, ${amount}, ${currency}, ${kind}, ${cause}, ${orderId}, ${at})
      on conflict (cause) do nothing returning id
    ) insert into accounting_lines (entry_id, account, amount, base_amount)
      select entry.id, l.account, l.amount, l."baseAmount"
      from entry, json_to_recordset(${sql.json(lines)}) as l (account text, amount bigint, "baseAmount" bigint)`
}
