import { z } from 'zod'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { StoredDraft } from '../stored-draft.server.ts'
import { insertProducts, overwriteProducts } from '../write-products.server.ts'
import { IMPORT_ROW_KINDS, type ImportProblem } from './product-import.ts'

export const PendingRow = z.strictObject({
  line: z.int(),
  slug: z.string(),
  kind: z.enum(IMPORT_ROW_KINDS),
  edition: z.int().nullable(),
  draft: StoredDraft.nullable(),
  after: StoredDraft.partial().nullable(),
  stockChange: z.int(),
})
export type PendingRow = z.infer<typeof PendingRow>

type ImportRun = {
  id: string
  name: string
  reached: number
  last: number
  startedBy: string | null
  requestId: string | null
}

/** Inserts new products and overwrites changed ones. Rows whose product was created or edited since the check are refused. */
export async function writeRows(tx: Db, rows: PendingRow[], run: ImportRun): Promise<PendingRow[]> {
  const editions = await lockProducts(tx, rows)
  const slugTaken = rows.filter(({ kind, slug }) => kind === 'new' && editions.has(slug))
  const editedSince = rows.filter(
    ({ kind, slug, edition }) => kind === 'changed' && editions.get(slug) !== edition,
  )
  const writable = rows.filter((row) => !slugTaken.includes(row) && !editedSince.includes(row))
  const newRows = writable.filter(({ kind }) => kind === 'new')
  const createdAt = new Date()
  // Setting inStock later would index the product for search twice.
  const inserted = await insertProducts(
    tx,
    newRows.flatMap(({ slug, draft, stockChange }) =>
      draft ? [{ ...draft, id: newId('product'), slug, inStock: stockChange > 0, createdAt }] : [],
    ),
  )
  const slugLost = newRows.filter(({ slug }) => !inserted.has(slug))
  const editedRows = writable.filter(
    ({ kind, after }) => kind === 'changed' && Object.keys(after ?? {}).length,
  )
  await overwriteProducts(
    tx,
    editedRows.flatMap(({ slug, draft }) => (draft ? [{ ...draft, slug }] : [])),
  )
  const refused = await refuseRows(tx, run.id, [
    { rows: [...slugTaken, ...slugLost], reason: SLUG_TAKEN },
    { rows: editedSince, reason: EDITED_SINCE },
  ])
  const batchFilter = sql`r.import_id = ${run.id} and r.line > ${run.reached} and r.line <= ${run.last}
    and r.kind in ('new', 'changed')`
  await writeStockMovements(tx, batchFilter, run)
  await auditRows(tx, batchFilter, run)
  return refused
}

const SLUG_TAKEN =
  'Someone created a product with this slug after the file was checked, so this row was skipped. Upload it again to review the changes.'
const EDITED_SINCE =
  'Someone edited this product after the file was checked, so this row was skipped. Upload it again to review the changes.'

/** Locks stock before products, each in ID order, like a sale does, so that the two can't deadlock. */
async function lockProducts(tx: Db, rows: PendingRow[]): Promise<Map<string, number>> {
  const restocked = rows.filter(({ kind, stockChange }) => kind === 'changed' && stockChange)
  const slugsOf = (subset: PendingRow[]) => subset.map(({ slug }) => slug)
  if (restocked.length)
    await execute(
      tx,
      sql`select 1 from stock_levels
        where product_id in (select id from products where slug = any(${slugsOf(restocked)}))
        order by product_id for update`,
    )
  const lockedProducts = await query(
    tx,
    ProductEdition,
    sql`select slug, edition from products where slug = any(${slugsOf(rows)}) order by id for no key update`,
  )
  return new Map(lockedProducts.map(({ slug, edition }) => [slug, edition]))
}

const ProductEdition = z.strictObject({ slug: z.string(), edition: z.int() })

type RefusedRows = { rows: PendingRow[]; reason: string }

export async function refuseRows(tx: Db, id: string, refusals: RefusedRows[]): Promise<PendingRow[]> {
  for (const { rows, reason } of refusals) {
    if (!rows.length) continue
    const problems: ImportProblem[] = [{ column: '', said: '', wrong: reason }]
    const lines = rows.map(({ line }) => line)
    await execute(
      tx,
      sql`update product_import_rows set kind = 'bad', problems = ${sql.json(problems)}, stock_change = 0
        where import_id = ${id} and line = any(${lines})`,
    )
  }
  return refusals.flatMap(({ rows }) => rows)
}

/** Writes differences from the stock at check time, so that units sold since then stay sold. */
async function writeStockMovements(tx: Db, batchFilter: Sql, { startedBy, name }: ImportRun): Promise<void> {
  await execute(
    tx,
    sql`with moved as (
        select p.id, r.kind, greatest(r.stock_change, -s.available) as change
        from product_import_rows r join products p on p.slug = r.slug join stock_levels s on s.product_id = p.id
        where ${batchFilter} and r.stock_change <> 0 order by p.id for update of s)
      insert into stock_movements (product_id, change, reason, actor_id, note)
      select id, change, case kind when 'new' then 'received' else 'counted' end, ${startedBy}, ${`Import of ${name}`}
      from moved where change <> 0`,
  )
}

async function auditRows(tx: Db, batchFilter: Sql, { startedBy, requestId }: ImportRun): Promise<void> {
  await execute(
    tx,
    sql`insert into audit_entries (actor_id, action, subject, before, after, request_id)
      select ${startedBy}, case r.kind when 'new' then 'product-created' else 'product-changed' end, p.id, r.before, r.after,
        ${requestId}
      from product_import_rows r join products p on p.slug = r.slug
      where ${batchFilter} and r.after <> '{}' order by r.line`,
  )
}
