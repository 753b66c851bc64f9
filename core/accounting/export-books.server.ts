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

export async function exportBooks(ctx: Context): Promise<AsyncGenerator<BooksRecord>> {
  requireRole(isAdmin, ctx.actor)
  await writeAudit(ctx, { action: 'books-exported', subject: 'books' })
  return streamRecords(ctx.db)
}

async function* streamRecords(db: Db): AsyncGenerator<BooksRecord> {
  for (let last = ''; ; ) {
    const orders = await listOrdersAfter(db, last, PAGE_SIZE)
    for (const order of orders) yield { kind: 'order', order }
    last = orders.at(-1)?.id ?? ''
    if (orders.length < PAGE_SIZE) break
  }
  yield* streamRows(db, 'payment', selectPayments)
  yield* streamRows(db, 'stock', selectStock)
  yield* streamRows(db, 'accounting', selectLines)
  yield* streamRows(db, 'letter', selectEmails)
}

type PagedRow = { page_id: string }
type SelectPage = (db: Db, after: string, limit: number) => Promise<PagedRow[]>

async function* streamRows(
  db: Db,
  kind: 'payment' | 'stock' | 'accounting' | 'letter',
  select: SelectPage,
): AsyncGenerator<BooksRecord> {
  for (let last = ''; ; ) {
    const rows = await select(db, last, PAGE_SIZE)
    for (const { page_id, ...columns } of rows) yield { kind, ...columns }
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
