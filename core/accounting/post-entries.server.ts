import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { lockOrder, lockOrders, orderNotFound } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { findRefund } from '../payments/refunds.server.ts'
import { readSeller } from '../settings/store-identity.server.ts'
import type { Seller } from '../settings/store-settings.ts'
import {
  ACCOUNTS,
  type BalanceChange,
  type ENTRY_KINDS,
  type EntryLine,
  type RefundedAmounts,
  refundLines,
  saleLines,
} from './entries.ts'
import { issueCreditNote, issueInvoices, voidCreditNote } from './invoice-numbers.server.ts'

export type NewEntry = {
  lines: EntryLine[]
  description: string
  amount: number
  currency: string
  kind: Exclude<(typeof ENTRY_KINDS)[number], 'manual'>
  cause: string
  orderId: string | null
  at: Date
}

type Booking = Pick<Context, 'db' | 'now' | 'settings'>

/** Books each sale once, however often it runs, and all of them or none. */
export async function bookSales({ db, now: at, settings }: Booking, orderIds: string[]): Promise<void> {
  const seller = await readSeller({ db, settings })
  await db.transaction(async (tx) => {
    const orders = await lockOrders(tx, orderIds)
    if (orders.length < new Set(orderIds).size) throw orderNotFound()
    const giftCards = await findRedemptions(tx, orders)
    await postEntries(
      tx,
      orders.map((order) => saleEntry(order, at, giftCards.get(order.id))),
    )
    await issueInvoices(tx, { orderIds, at, seller })
  })
}

/** By order. Most orders use no gift card. */
async function findRedemptions(tx: Db, orders: Order[]): Promise<Map<string, BalanceChange>> {
  const ids = orders.flatMap(({ id, giftCardAmount }) => (giftCardAmount > 0 ? [id] : []))
  if (!ids.length) return new Map()
  const redemptions = await query(tx, Redemption)`
    select order_id as "orderId", sum(change)::bigint as amount, sum(base_change)::bigint as "baseAmount"
    from gift_card_movements where order_id = any(${ids}::text[]) and reason in ('redeemed', 'released') group by 1`
  return new Map(redemptions.map(({ orderId, ...change }) => [orderId, change]))
}

const Redemption = z.strictObject({ orderId: z.string(), amount: z.int(), baseAmount: z.int() })

function saleEntry(order: Order, at: Date, giftCards: BalanceChange | undefined): NewEntry {
  const { id: orderId, number, total: amount, currency } = order
  const description = `Order #${number}`
  const cause = `sale:${orderId}`
  return {
    description,
    amount,
    currency,
    kind: 'sale',
    cause,
    orderId,
    at,
    lines: saleLines(order, giftCards),
  }
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
  const isBooked = (await execute(tx)`select id from accounting where cause = ${`refund:${refundId}`}`) > 0
  if (isBooked && isDone) return
  const { number, currency, id: orderId } = order
  const {
    amount: giftCardAmount,
    baseAmount,
    ...refunded
  } = await sumBookedRefunds(tx, { orderId, refundId, isDone })
  const giftCards = { amount: giftCardAmount, baseAmount }
  const lines = refundLines(order, refunded, await selectRefundLines(tx, orderId), giftCards)
  // It failed before it was booked, and left no rounding.
  if (!isBooked && !isDone && !lines.length) return
  const description = isDone ? `Refund of order #${number}` : `Failed refund of order #${number}`
  const amount = isDone ? -refund.amount : isBooked ? refund.amount : 0
  await postEntries(tx, [{ description, amount, currency, kind: 'refund', cause, orderId, at, lines }])
  await (isDone ? issueCreditNote(tx, { ...refund, at, seller }) : voidCreditNote(tx, refundId))
}

type RefundChange = { orderId: string; refundId: string; isDone: boolean }

/**
 * The sum of the order's booked refunds once this change is booked too. Store credit that was taken back can leave a US cent
 * of rounding, which counts though its refund doesn't.
 */
async function sumBookedRefunds(
  tx: Db,
  { orderId, refundId, isDone }: RefundChange,
): Promise<z.infer<typeof RefundSum>> {
  const [refunded] = await query(tx, RefundSum)`
    select coalesce(sum(r.amount - r.shipping) filter (where counts), 0)::bigint as items,
      coalesce(sum(r.shipping) filter (where counts), 0)::bigint as shipping,
      coalesce(sum(m.amount), 0)::bigint as amount, coalesce(sum(m.base_amount), 0)::bigint as "baseAmount"
    from refunds r
    cross join lateral (select case when r.id = ${refundId} then ${isDone}::boolean else ${IS_BOOKED} end as counts) c
    left join lateral (select sum(change) as amount, sum(base_change) as base_amount from gift_card_movements
      where refund_id = r.id) m on true
    where r.order_id = ${orderId} and (counts or r.id = ${refundId} or ${IS_REVERSED})`
  return refunded ?? { items: 0, shipping: 0, amount: 0, baseAmount: 0 }
}

/** A condition on a refund `r`: booked, and not reversed. */
const IS_REVERSED = sql`exists (select from accounting a where a.cause = 'refund-failed:' || r.id)`
const IS_BOOKED = sql`(exists (select from accounting a where a.cause = 'refund:' || r.id) and not ${IS_REVERSED})`

/** With the changes of gift cards' balances that the refunds made. */
const RefundSum = z.strictObject({
  items: z.int(),
  shipping: z.int(),
  amount: z.int(),
  baseAmount: z.int(),
}) satisfies z.ZodType<RefundedAmounts & BalanceChange>

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

/** Each cause is posted once. */
export async function postEntries(tx: Db, entries: NewEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, id: newId('entry') }))
  await execute(tx)`
    with entries as (
      select * from json_to_recordset(${sql.json(rows)}) as e (id text, description text, amount bigint, currency text,
        kind text, cause text, "orderId" text, at timestamptz, lines json)
    ), posted as (
      insert into accounting (id, description, amount, currency, kind, cause, order_id, entry_date)
      select id, description, amount, currency, kind, cause, "orderId", at from entries
      on conflict (cause) do nothing returning id
    ) insert into accounting_lines (entry_id, account, amount, base_amount)
      select posted.id, l.account, l.amount, l."baseAmount" from posted join entries using (id),
        json_to_recordset(entries.lines) as l (account text, amount bigint, "baseAmount" bigint)`
}
