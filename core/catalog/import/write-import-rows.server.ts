import { z } from 'zod'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { lockCategories } from '../categories/insert-category.server.ts'
import { insertProducts, overwriteProducts } from '../write-products.server.ts'
import {
  COLLECTION_CHANGED,
  findUnwritableCollections,
  writeCollections,
} from './collections/write-collections.server.ts'
import type { ImportBatch, ImportRun, PendingRow } from './import-run.server.ts'
import type { ImportProblem } from './product-import.ts'
import {
  CATEGORY_DELETED,
  findImportCategories,
  isUncategorized,
  NO_ROOM,
  withCurrentCategories,
} from './write-categories.server.ts'
import {
  createFamilies,
  findImportFamilies,
  isUnchanged,
  toWritableProducts,
} from './write-families.server.ts'

/**
 * Inserts new products and overwrites changed ones. Rows whose product was created or edited since the check are refused,
 * and those whose category was deleted.
 */
export async function writeRows(tx: Db, rows: PendingRow[], run: ImportBatch): Promise<PendingRow[]> {
  // Before products and families, as a change of categories locks them, so that the two can't deadlock.
  await lockCategories(tx)
  const unwritable = await findUnwritableCollections(tx, rows, run)
  const editions = await lockProducts(tx, rows)
  // Rows can exchange shades, SKUs, and barcodes.
  await execute(tx)`set constraints products_family_option, products_sku_key, products_barcode deferred`
  const slugTaken = rows.filter(({ kind, slug }) => kind === 'new' && editions.has(slug))
  const editedSince = rows.filter(
    ({ kind, slug, edition }) => kind === 'changed' && editions.get(slug) !== edition,
  )
  const families = await findImportFamilies(tx, run.id, familySlugs(rows))
  const familyChanged = rows.filter(({ draft }) => draft?.family && !isUnchanged(families.get(draft.family)))
  const failed = new Set([...slugTaken, ...editedSince, ...familyChanged, ...unwritable])
  const failedFamilies = familySlugs([...failed])
  const otherMembers = rows.filter(
    (row) => !failed.has(row) && row.draft?.family && failedFamilies.includes(row.draft.family),
  )
  const unchanged = rows.filter((row) => !failed.has(row) && !otherMembers.includes(row))
  const categories = await findImportCategories(tx, unchanged, run)
  const uncategorized = unchanged.filter((row) => isUncategorized(row, categories))
  const isNew = ({ draft }: PendingRow) => run.newCategories.includes(draft?.category ?? '')
  const writable = withCurrentCategories(unchanged, categories)
  const products = toWritableProducts(
    writable,
    await createFamilies(tx, familySlugs(writable), { families, categories, run }),
  )
  const newRows = products.filter(({ kind }) => kind === 'new')
  const createdAt = new Date()
  // Setting inStock later would index the product for search twice.
  const inserted = await insertProducts(
    tx,
    newRows.map(({ stockChange, product }) => ({
      ...product,
      id: newId('product'),
      inStock: stockChange > 0,
      createdAt,
    })),
  )
  const slugLost = newRows.filter(({ slug }) => !inserted.has(slug))
  if (slugLost.some(({ draft }) => draft?.family))
    throw new Error('A slug was taken during the import. The job starts this batch again.')
  const editedRows = products.filter(
    ({ kind, after }) => kind === 'changed' && Object.keys(after ?? {}).length,
  )
  await overwriteProducts(
    tx,
    editedRows.map(({ product }) => product),
  )
  await execute(tx)`set constraints products_family_option, products_sku_key, products_barcode immediate`
  await writeCollections(
    tx,
    products.filter((row) => !slugLost.includes(row)),
    run,
  )
  const refused = await refuseRows(tx, run.id, [
    { rows: [...slugTaken, ...slugLost], reason: SLUG_TAKEN },
    { rows: editedSince, reason: EDITED_SINCE },
    {
      rows: familyChanged.filter((row) => !slugTaken.includes(row) && !editedSince.includes(row)),
      reason: FAMILY_CHANGED,
    },
    {
      rows: unwritable.filter((row) => ![slugTaken, editedSince, familyChanged].flat().includes(row)),
      reason: COLLECTION_CHANGED,
    },
    { rows: otherMembers, reason: FAMILY_SKIPPED },
    { rows: uncategorized.filter(isNew), reason: NO_ROOM },
    { rows: uncategorized.filter((row) => !isNew(row)), reason: CATEGORY_DELETED },
  ])
  const batchFilter = sql`r.import_id = ${run.id} and r.place > ${run.reached} and r.place <= ${run.last}
    and r.kind in ('new', 'changed')`
  await writeStockMovements(tx, batchFilter, run)
  await auditRows(tx, batchFilter, run)
  return refused
}

const familySlugs = (rows: PendingRow[]) => [...new Set(rows.flatMap(({ draft }) => draft?.family ?? []))]

const FAMILY_CHANGED =
  'Someone created or deleted this family after the file was checked, so this row was skipped. Upload it again to review the changes.'
const FAMILY_SKIPPED =
  'A family is imported whole. Another row of this one was skipped, so this row was too. Upload it again to review the changes.'
const SLUG_TAKEN =
  'Someone created a product with this slug after the file was checked, so this row was skipped. Upload it again to review the changes.'
const EDITED_SINCE =
  'Someone edited this product after the file was checked, so this row was skipped. Upload it again to review the changes.'

/** Locks stock before families before products, each in ID order, like a sale does, so that the two can't deadlock. */
async function lockProducts(tx: Db, rows: PendingRow[]): Promise<Map<string, number>> {
  const restocked = rows.filter(({ kind, stockChange }) => kind === 'changed' && stockChange)
  const slugsOf = (subset: PendingRow[]) => subset.map(({ slug }) => slug)
  if (restocked.length)
    await execute(tx)`
      select 1 from stock_levels
      where product_id in (select id from products where slug = any(${slugsOf(restocked)}))
      order by product_id for update`
  await execute(tx)`
    select 1 from families
    where slug = any(${familySlugs(rows)})
      or id in (select family_id from products where slug = any(${slugsOf(rows)}))
    order by id for no key update`
  const lockedProducts = await query(tx, ProductEdition)`
    select slug, edition from products where slug = any(${slugsOf(rows)}) order by id for no key update`
  return new Map(lockedProducts.map(({ slug, edition }) => [slug, edition]))
}

const ProductEdition = z.strictObject({ slug: z.string(), edition: z.int() })

type RefusedRows = { rows: PendingRow[]; reason: string }

export async function refuseRows(tx: Db, id: string, refusals: RefusedRows[]): Promise<PendingRow[]> {
  for (const { rows, reason } of refusals) {
    if (!rows.length) continue
    const problems: ImportProblem[] = [{ column: '', value: '', problem: reason }]
    const lines = rows.map(({ line }) => line)
    await execute(tx)`
      update product_import_rows set kind = 'invalid', problems = ${sql.json(problems)}, stock_change = 0
      where import_id = ${id} and line = any(${lines})`
  }
  return refusals.flatMap(({ rows }) => rows)
}

/** Writes differences from the stock at check time, so that units sold since then stay sold. */
async function writeStockMovements(tx: Db, batchFilter: Sql, { startedBy, name }: ImportRun): Promise<void> {
  await execute(tx)`
    with moved as (
      select p.id, r.kind, greatest(r.stock_change, -s.available) as change
      from product_import_rows r join products p on p.slug = r.slug join stock_levels s on s.product_id = p.id
      where ${batchFilter} and r.stock_change <> 0 order by p.id for update of s)
    insert into stock_movements (product_id, change, reason, actor_id, note)
    select id, change, case kind when 'new' then 'received' else 'counted' end, ${startedBy}, ${`Import of ${name}`}
    from moved where change <> 0`
}

async function auditRows(tx: Db, batchFilter: Sql, { startedBy, requestId }: ImportRun): Promise<void> {
  await execute(tx)`
    insert into audit_entries (actor_id, action, subject, before, after, request_id)
    select ${startedBy}, case r.kind when 'new' then 'product-created' else 'product-changed' end, p.id, r.before, r.after,
      ${requestId}
    from product_import_rows r join products p on p.slug = r.slug
    where ${batchFilter} and r.after <> '{}' order by r.line`
}
