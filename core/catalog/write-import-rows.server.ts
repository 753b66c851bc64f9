import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { newId } from '../ids.ts'
import { productImportRows, type productImports, products } from './catalog.table.ts'
import type { Problem } from './import.ts'
import { NOTHING_YET } from './keep-products.server.ts'

export type Row = Pick<
  typeof productImportRows.$inferSelect,
  'line' | 'slug' | 'kind' | 'edition' | 'draft' | 'after' | 'stockChange'
>
/** Rows of one import, beyond the line that it had come to and up to the last of these. */
type Run = Pick<typeof productImports.$inferSelect, 'id' | 'name' | 'reached' | 'startedBy' | 'requestId'> & {
  last: number
}

/** New ones are inserted, changed ones written over; what somebody made or edited since the check is left to them. */
export async function writeRows(tx: Db, rows: Row[], run: Run): Promise<Row[]> {
  const editions = await lockProducts(tx, rows)
  const taken = rows.filter(({ kind, slug }) => kind === 'new' && editions.has(slug))
  const edited = rows.filter(
    ({ kind, slug, edition }) => kind === 'changed' && editions.get(slug) !== edition,
  )
  const fit = rows.filter((row) => !taken.includes(row) && !edited.includes(row))
  const made = await insertProducts(
    tx,
    fit.filter(({ kind }) => kind === 'new'),
  )
  const overtaken = fit.filter(({ kind, slug }) => kind === 'new' && !made.has(slug))
  await overwriteProducts(
    tx,
    fit.filter(({ kind, after }) => kind === 'changed' && Object.keys(after ?? {}).length),
  )
  const refused = await refuseRows(tx, run.id, [
    { rows: [...taken, ...overtaken], wrong: TAKEN },
    { rows: edited, wrong: EDITED },
  ])
  const within = sql`r.import_id = ${run.id} and r.line > ${run.reached} and r.line <= ${run.last}
    and r.kind in ('new', 'changed')`
  await moveStock(tx, within, run)
  await auditRows(tx, within, run)
  return refused
}

const TAKEN =
  'Since the file was checked, somebody else made a product of this slug. It is left as it is: send this row again and look.'
const EDITED =
  'Since the file was checked, somebody else edited this product. It is left as it is: send this row again and look.'

/** Stock before products, each in order, as a sale does: so neither waits for the other for ever. */
async function lockProducts(tx: Db, rows: Row[]): Promise<Map<string, number>> {
  const restocked = rows.filter(({ kind, stockChange }) => kind === 'changed' && stockChange)
  const slugsOf = (some: Row[]) => sql.param(some.map(({ slug }) => slug))
  if (restocked.length)
    await tx.execute(sql`select 1 from stock_levels
      where product_id in (select id from products where slug = any(${slugsOf(restocked)}::text[]))
      order by product_id for update`)
  const { rows: found } = await tx.execute<{ slug: string; edition: number }>(sql`
    select slug, edition from products where slug = any(${slugsOf(rows)}::text[]) order by id for update`)
  return new Map(found.map(({ slug, edition }) => [slug, edition]))
}

/** The slugs of those that are in: one that was taken a moment ago is not among them. */
async function insertProducts(tx: Db, rows: Row[]): Promise<Set<string>> {
  // In stock from the first: turned on a moment later, it would enter the search's index twice.
  const values = rows.flatMap((row) =>
    productOf(row).map((product) => ({ ...product, inStock: row.stockChange > 0 })),
  )
  if (!values.length) return new Set()
  const made = await tx
    .insert(products)
    .values(values)
    .onConflictDoNothing({ target: products.slug })
    .returning({ slug: products.slug })
  return new Set(made.map(({ slug }) => slug))
}

async function overwriteProducts(tx: Db, rows: Row[]): Promise<void> {
  const values = rows.flatMap(productOf)
  if (!values.length) return
  await tx
    .insert(products)
    .values(values)
    .onConflictDoUpdate({ target: products.slug, set: { ...WRITTEN_OVER, edition: NEXT_EDITION } })
}

function productOf({ slug, draft }: Row) {
  return draft ? [{ ...draft, ...NOTHING_YET, id: newId('product'), slug }] : []
}

const NEXT_EDITION = sql`${products.edition} + 1`
const WRITTEN_OVER = Object.fromEntries(
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

type Refused = { rows: Row[]; wrong: string }

/** They count among the bad ones from here on, and say why. */
export async function refuseRows(tx: Db, id: string, refusals: Refused[]): Promise<Row[]> {
  for (const { rows, wrong } of refusals) {
    if (!rows.length) continue
    const problems: Problem[] = [{ column: '', said: '', wrong }]
    const lines = rows.map(({ line }) => line)
    await tx
      .update(productImportRows)
      .set({ kind: 'bad', problems, stockChange: 0 })
      .where(and(eq(productImportRows.importId, id), inArray(productImportRows.line, lines)))
  }
  return refusals.flatMap(({ rows }) => rows)
}

/** By the difference to what there was when the file was checked: what was sold since stays sold. */
async function moveStock(tx: Db, within: SQL, { startedBy, name }: Run): Promise<void> {
  await tx.execute(sql`
    with moved as (
      select p.id, r.kind, greatest(r.stock_change, -s.available) as change
      from product_import_rows r join products p on p.slug = r.slug join stock_levels s on s.product_id = p.id
      where ${within} and r.stock_change <> 0 order by p.id for update of s)
    insert into stock_movements (product_id, change, reason, actor_id, note)
    select id, change, case kind when 'new' then 'received' else 'counted' end, ${startedBy}, ${`Import of ${name}`}
    from moved where change <> 0`)
}

async function auditRows(tx: Db, within: SQL, { startedBy, requestId }: Run): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries (actor_id, action, subject, before, after, request_id)
    select ${startedBy}, case r.kind when 'new' then 'product-created' else 'product-changed' end, p.id, r.before, r.after,
      ${requestId}
    from product_import_rows r join products p on p.slug = r.slug
    where ${within} and r.after <> '{}' order by r.line`)
}
