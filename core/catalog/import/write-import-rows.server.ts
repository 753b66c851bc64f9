import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { productImportRows, type productImports, products } from '../catalog.table.ts'
import { NEW_PRODUCT_DEFAULTS } from '../save-product.server.ts'
import type { ImportProblem } from './product-import.ts'

export type PendingRow = Pick<
  typeof productImportRows.$inferSelect,
  'line' | 'slug' | 'kind' | 'edition' | 'draft' | 'after' | 'stockChange'
>
type ImportRun = Pick<
  typeof productImports.$inferSelect,
  'id' | 'name' | 'reached' | 'startedBy' | 'requestId'
> & {
  last: number
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
  const inserted = await insertProducts(tx, newRows)
  const slugLost = newRows.filter(({ slug }) => !inserted.has(slug))
  await overwriteProducts(
    tx,
    writable.filter(({ kind, after }) => kind === 'changed' && Object.keys(after ?? {}).length),
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
  const slugsOf = (subset: PendingRow[]) => sql.param(subset.map(({ slug }) => slug))
  if (restocked.length)
    await tx.execute(sql`select 1 from stock_levels
      where product_id in (select id from products where slug = any(${slugsOf(restocked)}::text[]))
      order by product_id for update`)
  const { rows: lockedProducts } = await tx.execute<{ slug: string; edition: number }>(sql`
    select slug, edition from products where slug = any(${slugsOf(rows)}::text[]) order by id for no key update`)
  return new Map(lockedProducts.map(({ slug, edition }) => [slug, edition]))
}

/** Returns the inserted slugs, without those that someone else just took. */
async function insertProducts(tx: Db, rows: PendingRow[]): Promise<Set<string>> {
  // Setting inStock later would index the product for search twice.
  const values = rows.flatMap((row) =>
    toProductValues(row).map((product) => ({ ...product, inStock: row.stockChange > 0 })),
  )
  if (!values.length) return new Set()
  const inserted = await tx
    .insert(products)
    .values(values)
    .onConflictDoNothing({ target: products.slug })
    .returning({ slug: products.slug })
  return new Set(inserted.map(({ slug }) => slug))
}

async function overwriteProducts(tx: Db, rows: PendingRow[]): Promise<void> {
  const values = rows.flatMap(toProductValues)
  if (!values.length) return
  await tx
    .insert(products)
    .values(values)
    .onConflictDoUpdate({ target: products.slug, set: { ...OVERWRITTEN_COLUMNS, edition: NEXT_EDITION } })
}

function toProductValues({ slug, draft }: PendingRow) {
  return draft ? [{ ...draft, ...NEW_PRODUCT_DEFAULTS, id: newId('product'), slug }] : []
}

const NEXT_EDITION = sql`${products.edition} + 1`
const OVERWRITTEN_COLUMNS = Object.fromEntries(
  (
    [
      'name',
      'brand',
      'tagline',
      'description',
      'category',
      'price',
      'originalPrice',
      'sizeQuantity',
      'sizeUnit',
      'benefits',
      'ingredients',
      'howToUse',
      'keywords',
      'featured',
      'status',
    ] as const
  ).map((field) => [field, sql`excluded.${sql.identifier(products[field].name)}`]),
)

type RefusedRows = { rows: PendingRow[]; reason: string }

export async function refuseRows(tx: Db, id: string, refusals: RefusedRows[]): Promise<PendingRow[]> {
  for (const { rows, reason } of refusals) {
    if (!rows.length) continue
    const problems: ImportProblem[] = [{ column: '', said: '', wrong: reason }]
    const lines = rows.map(({ line }) => line)
    await tx
      .update(productImportRows)
      .set({ kind: 'bad', problems, stockChange: 0 })
      .where(and(eq(productImportRows.importId, id), inArray(productImportRows.line, lines)))
  }
  return refusals.flatMap(({ rows }) => rows)
}

/** Writes differences from the stock at check time, so that units sold since then stay sold. */
async function writeStockMovements(tx: Db, batchFilter: SQL, { startedBy, name }: ImportRun): Promise<void> {
  await tx.execute(sql`
    with moved as (
      select p.id, r.kind, greatest(r.stock_change, -s.available) as change
      from product_import_rows r join products p on p.slug = r.slug join stock_levels s on s.product_id = p.id
      where ${batchFilter} and r.stock_change <> 0 order by p.id for update of s)
    insert into stock_movements (product_id, change, reason, actor_id, note)
    select id, change, case kind when 'new' then 'received' else 'counted' end, ${startedBy}, ${`Import of ${name}`}
    from moved where change <> 0`)
}

async function auditRows(tx: Db, batchFilter: SQL, { startedBy, requestId }: ImportRun): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries (actor_id, action, subject, before, after, request_id)
    select ${startedBy}, case r.kind when 'new' then 'product-created' else 'product-changed' end, p.id, r.before, r.after,
      ${requestId}
    from product_import_rows r join products p on p.slug = r.slug
    where ${batchFilter} and r.after <> '{}' order by r.line`)
}
