import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { newId } from '../ids.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { findRefund, type Refund } from '../payments/refunds.server.ts'
import { type EntryLine, refundLines, saleLines } from './entries.ts'

type NewEntry = {
  description: string
  amount: number
  currency: string
  kind: 'sale' | 'refund'
  cause: string
  orderId: string
}

/** Books the sale once, however often it runs. */
export async function bookSale(db: Db, orderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const { number, total: amount, currency } = order
    const entry = { description: `Order #${number}`, amount, currency, kind: 'sale' as const }
    await postEntry(tx, { ...entry, cause: `sale:${orderId}`, orderId }, saleLines(order))
  })
}

/** Books the refund once, or reverses it if it failed. The order's lock makes the sum of earlier refunds reliable. */
export async function bookRefund(db: Db, refundId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const unlockedRefund = await findRefund(tx, refundId)
    const order = unlockedRefund && (await lockOrder(tx, unlockedRefund.orderId))
    const refund = order && (await findRefund(tx, refundId))
    if (!refund) throw new Error(`Refund ${refundId} not found`)
    if (refund.state !== 'done') return reverseRefund(tx, order, refund)
    if ((await selectEntry(tx, `refund:${refundId}`)).length) return
    const [{ before } = { before: 0 }] = await sumBooked(tx, order.id)
    const lines = refundLines(order, { amount: refund.amount, before })
    const description = `Refund of order #${order.number}`
    const { currency } = order
    const entry = { description, amount: -refund.amount, currency, kind: 'refund' as const }
    await postEntry(tx, { ...entry, cause: `refund:${refundId}`, orderId: order.id }, lines)
  })
}

async function reverseRefund(
  tx: Db,
  { id: orderId, number, currency }: Order,
  { id, amount }: Refund,
): Promise<void> {
  const bookedLines = await selectLines(tx, `refund:${id}`)
  if (!bookedLines.length) return
  const entry = {
    description: `Failed refund of order #${number}`,
    amount,
    currency,
    kind: 'refund' as const,
  }
  const lines = bookedLines.map((line) => ({ ...line, amount: -line.amount, baseAmount: -line.baseAmount }))
  await postEntry(tx, { ...entry, cause: `refund-failed:${id}`, orderId }, lines)
}

async function postEntry(tx: Db, entry: NewEntry, lines: EntryLine[]): Promise<void> {
  await insertEntry(tx, JSON.stringify({ ...entry, id: newId('entry') }), JSON.stringify(lines))
}

const selectEntry = statement('entry_of', 'select id from accounting where cause = $1')
const selectLines = statement<EntryLine>(
  'entry_lines_of',
  `select l.account, l.amount, l.base_amount as "baseAmount" from accounting_lines l join accounting a on a.id = l.entry_id
   where a.cause = $1`,
)
const sumBooked = statement<{ before: number }>(
  'refunds_booked',
  `select coalesce(-sum(amount), 0)::bigint as before from accounting where order_id = $1 and kind = 'refund'`,
)
const insertEntry = statement(
  'entry_post',
  `with entry as (
    insert into accounting (id, description, amount, currency, kind, cause, order_id)
    select id, description, amount, currency, kind, cause, "orderId" from json_to_record($1)
      as e (id text, description text, amount bigint, currency text, kind text, cause text, "orderId" text)
    on conflict (cause) do nothing returning id
  ) insert into accounting_lines (entry_id, account, amount, base_amount)
    select entry.id, l.account, l.amount, l."baseAmount"
    from entry, json_to_recordset($2) as l (account text, amount bigint, "baseAmount" bigint)`,
)
