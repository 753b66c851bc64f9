import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { CURRENCIES } from '../money.ts'
import { listOrdersAfter } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { ACCOUNTS } from './entries.ts'

export type BooksRecord =
  | { kind: 'order'; order: Order }
  | ({ kind: 'payment' } & Omit<PaymentRow, 'page_id'>)
  | ({ kind: 'stock' } & Omit<StockRow, 'page_id'>)
  | ({ kind: 'gift_card' } & Omit<GiftCardRow, 'page_id'>)
  | ({ kind: 'accounting' } & Omit<LineRow, 'page_id'>)
  | ({ kind: 'letter' } & Omit<EmailRow, 'page_id'>)

const PAGE_SIZE = 1000

export type BooksExport = {
  next(): Promise<IteratorResult<BooksRecord>>
  return(): Promise<IteratorResult<BooksRecord>>
  [Symbol.asyncIterator](): BooksExport
}

/** Each holds a connection of the process while it is read. */
const MAX_EXPORTS = 2
let runningExports = 0

/**
 * All records are of one moment, so an entry's order is in the same export. The first is read before this returns: a
 * database that is busy can still be answered with an error.
 */
export async function exportBooks(ctx: Context): Promise<BooksExport> {
  requirePermission(ctx.actor, 'accounting.view')
  if (runningExports >= MAX_EXPORTS)
    throw new Refusal('unavailable', 'Other exports of the books are running. Try again in a minute.')
  runningExports++
  const records = streamRecords(ctx.db, () => void runningExports--)
  const first = await records.next()
  await writeAudit(ctx, { action: 'books-exported', subject: 'books' }).catch(async (error) => {
    await records.return(undefined)
    throw error
  })
  let isFirst = true
  const next = () => {
    if (!isFirst) return records.next()
    isFirst = false
    return Promise.resolve(first)
  }
  const booksExport: BooksExport = {
    next,
    return: () => records.return(undefined),
    [Symbol.asyncIterator]: () => booksExport,
  }
  return booksExport
}

async function* streamRecords(db: Db, onEnd: () => void): AsyncGenerator<BooksRecord> {
  const { readable, writable } = new TransformStream<BooksRecord[], BooksRecord[]>()
  const writer = writable.getWriter()
  const writePages = async (tx: Db) => {
    // A slow download must not hold the transaction for long, but longer than the usual 30 seconds.
    await execute(tx)`set local idle_in_transaction_session_timeout = '10min'`
    for await (const page of readPages(tx)) await writer.write(page)
  }
  db.transaction(writePages, { mode: 'repeatable read, read only' })
    .then(() => writer.close())
    // The reader gets the error. If it left early, nobody needs it.
    .catch((error) => writer.abort(error).catch(() => {}))
    .finally(onEnd)
  for await (const page of readable) yield* page
}

async function* readPages(db: Db): AsyncGenerator<BooksRecord[]> {
  for await (const rows of everyRow((after) => selectOrders(db, after)))
    yield rows.map(({ order }) => ({ kind: 'order', order }))
  for await (const rows of everyRow((after) => selectPayments(db, after)))
    yield rows.map(({ page_id, ...payment }) => ({ kind: 'payment', ...payment }))
  for await (const rows of everyRow((after) => selectStockMovements(db, after)))
    yield rows.map(({ page_id, ...movement }) => ({ kind: 'stock', ...movement }))
  for await (const rows of everyRow((after) => selectGiftCardMovements(db, after)))
    yield rows.map(({ page_id, ...movement }) => ({ kind: 'gift_card', ...movement }))
  for await (const rows of everyRow((after) => selectLines(db, after)))
    yield rows.map(({ page_id, ...line }) => ({ kind: 'accounting', ...line }))
  for await (const rows of everyRow((after) => selectEmails(db, after)))
    yield rows.map(({ page_id, ...email }) => ({ kind: 'letter', ...email }))
}

// Not listPage: one transaction walks each primary key once, forwards, and no cursor leaves it.
async function* everyRow<Row extends { page_id: string }>(
  selectPage: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last = ''; ; ) {
    const rows = await selectPage(last)
    yield rows
    last = rows.at(-1)?.page_id ?? ''
    if (rows.length < PAGE_SIZE) return
  }
}

async function selectOrders(db: Db, after: string): Promise<{ page_id: string; order: Order }[]> {
  const orders = await listOrdersAfter(db, after, PAGE_SIZE)
  return orders.map((order) => ({ page_id: order.id, order }))
}

function selectPayments(db: Db, after: string): Promise<PaymentRow[]> {
  return query(db, PaymentRow)`
    select id as page_id, order_id, provider_id, amount, currency, state
    from payments where id > ${after} order by id limit ${PAGE_SIZE}`
}

const PaymentRow = z.strictObject({
  page_id: z.string(),
  order_id: z.string(),
  provider_id: z.string(),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  state: z.string(),
})
type PaymentRow = z.infer<typeof PaymentRow>

function selectStockMovements(db: Db, after: string): Promise<StockRow[]> {
  return query(db, StockRow)`
    select id::text as page_id, product_id, change, reason, order_id
    from stock_movements where id > ${after || '0'}::bigint order by id limit ${PAGE_SIZE}`
}

const StockRow = z.strictObject({
  page_id: z.string(),
  product_id: z.string(),
  change: z.int(),
  reason: z.string(),
  order_id: z.string().nullable(),
})
type StockRow = z.infer<typeof StockRow>

function selectGiftCardMovements(db: Db, after: string): Promise<GiftCardRow[]> {
  return query(db, GiftCardRow)`
    select m.id::text as page_id, m.gift_card_id, m.change, c.currency, m.base_change, m.reason,
      coalesce(m.order_id, r.order_id) as order_id
    from gift_card_movements m join gift_cards c on c.id = m.gift_card_id left join refunds r on r.id = m.refund_id
    where m.id > ${after || '0'}::bigint order by m.id limit ${PAGE_SIZE}`
}

const GiftCardRow = z.strictObject({
  page_id: z.string(),
  gift_card_id: z.string(),
  change: z.int(),
  currency: z.enum(CURRENCIES),
  base_change: z.int(),
  reason: z.string(),
  order_id: z.string().nullable(),
})
type GiftCardRow = z.infer<typeof GiftCardRow>

function selectLines(db: Db, after: string): Promise<LineRow[]> {
  const [entryId = '', account = ''] = after.split(' ')
  return query(db, LineRow)`
    select l.entry_id || ' ' || l.account as page_id, l.entry_id, l.account, l.amount, a.currency, l.base_amount, a.order_id
    from accounting_lines l join accounting a on a.id = l.entry_id
    where (l.entry_id, l.account) > (${entryId}, ${account}) order by l.entry_id, l.account limit ${PAGE_SIZE}`
}

const LineRow = z.strictObject({
  page_id: z.string(),
  entry_id: z.string(),
  account: z.enum(ACCOUNTS),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  base_amount: z.int(),
  order_id: z.string().nullable(),
})
type LineRow = z.infer<typeof LineRow>

function selectEmails(db: Db, after: string): Promise<EmailRow[]> {
  return query(db, EmailRow)`
    select id as page_id, order_id, kind as letter, state, sent_at::text as sent_at
    from emails where id > ${after} order by id limit ${PAGE_SIZE}`
}

const EmailRow = z.strictObject({
  page_id: z.string(),
  order_id: z.string().nullable(),
  letter: z.string(),
  state: z.string(),
  /** As text, because the export's format is a contract. */
  sent_at: z.string().nullable(),
})
type EmailRow = z.infer<typeof EmailRow>
