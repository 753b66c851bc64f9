import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { isAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { listOrdersAfter } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'

export type BooksRecord =
  | { kind: 'order'; order: Order }
  | { kind: 'payment' | 'stock' | 'accounting' | 'letter'; [column: string]: unknown }

const PAGE_SIZE = 1000

/** All records are of one moment, so an entry's order is in the same export. */
export async function exportBooks(ctx: Context): Promise<AsyncGenerator<BooksRecord>> {
  requireRole(isAdmin, ctx.actor)
  await writeAudit(ctx, { action: 'books-exported', subject: 'books' })
  return streamRecords(ctx.db)
}

async function* streamRecords(db: Db): AsyncGenerator<BooksRecord> {
  const { readable, writable } = new TransformStream<BooksRecord[], BooksRecord[]>()
  const writer = writable.getWriter()
  const writePages = async (tx: Db) => {
    // A slow download must not hold the transaction for long, but longer than the usual 30 seconds.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '10min'`)
    for await (const page of readPages(tx)) await writer.write(page)
  }
  db.transaction(writePages, { isolationLevel: 'repeatable read', accessMode: 'read only' })
    .then(() => writer.close())
    // The reader gets the error. If it left early, nobody needs it.
    .catch((error) => writer.abort(error).catch(() => {}))
  for await (const page of readable) yield* page
}

async function* readPages(db: Db): AsyncGenerator<BooksRecord[]> {
  for (let last = ''; ; ) {
    const orders = await listOrdersAfter(db, last, PAGE_SIZE)
    yield orders.map((order) => ({ kind: 'order', order }))
    last = orders.at(-1)?.id ?? ''
    if (orders.length < PAGE_SIZE) break
  }
  yield* readRows(db, 'payment', selectPayments)
  yield* readRows(db, 'stock', selectStock)
  yield* readRows(db, 'accounting', selectLines)
  yield* readRows(db, 'letter', selectEmails)
}

type PagedRow = { page_id: string }
type SelectPage = (db: Db, after: string, limit: number) => Promise<PagedRow[]>

async function* readRows(
  db: Db,
  kind: 'payment' | 'stock' | 'accounting' | 'letter',
  select: SelectPage,
): AsyncGenerator<BooksRecord[]> {
  for (let last = ''; ; ) {
    const rows = await select(db, last, PAGE_SIZE)
    yield rows.map(({ page_id, ...columns }) => ({ kind, ...columns }))
    last = rows.at(-1)?.page_id ?? ''
    if (rows.length < PAGE_SIZE) return
  }
}

const selectPayments = statement<PagedRow>(
  'export_payments',
  `select id as page_id, order_id, provider_id, amount, currency, state from payments where id > $1 order by id limit $2`,
)
const selectStock = statement<PagedRow>(
  'export_stock',
  `select id::text as page_id, product_id, change, reason, order_id from stock_movements
   where id > coalesce(nullif($1, ''), '0')::bigint order by id limit $2`,
)
const selectLines = statement<PagedRow>(
  'export_lines',
  `select l.entry_id || ' ' || l.account as page_id, l.entry_id, l.account, l.amount, a.currency, l.base_amount, a.order_id
   from accounting_lines l join accounting a on a.id = l.entry_id
   where (l.entry_id, l.account) > (split_part($1, ' ', 1), split_part($1, ' ', 2))
   order by l.entry_id, l.account limit $2`,
)
const selectEmails = statement<PagedRow>(
  'export_letters',
  `select id as page_id, order_id, kind as letter, state, sent_at from letters where id > $1 order by id limit $2`,
)
