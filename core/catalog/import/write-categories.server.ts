import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { selectCategories } from '../categories/categories.server.ts'
import { findCategory, type NamedCategory } from '../categories/category.ts'
import { MAX_CATEGORIES } from '../categories/category-draft.ts'
import { insertCategories } from '../categories/insert-category.server.ts'
import type { ImportRun, PendingRow } from './import-run.server.ts'

/** What a category of the check is called now. Deleted ones are absent. */
export type CurrentCategories = Map<string, string>

/** Creates the categories that the check found missing and these rows need. The caller holds the lock. */
export async function findImportCategories(
  tx: Db,
  rows: PendingRow[],
  { id, newCategories, newCategoryParents, startedBy, requestId }: ImportRun,
): Promise<CurrentCategories> {
  let categories: NamedCategory[] = await selectCategories(tx)
  const names = [...new Set(rows.flatMap(({ draft }) => draft?.category ?? []))]
  const missing = names.filter((name) => newCategories.includes(name) && !findCategory(categories, name))
  const added = missing.map((name) => ({
    name,
    parent: newCategoryParents[newCategories.indexOf(name)] || null,
  }))
  if (added.length) categories = await insertCategories(tx, added, { actorId: startedBy, requestId })
  const current = new Map<string, string>()
  for (const name of names) {
    const category = findCategory(categories, name)
    if (category) current.set(name, category.name)
  }
  await renameInRows(tx, id, current)
  return current
}

/** The review and the audit log show what is written. */
async function renameInRows(tx: Db, importId: string, current: CurrentCategories): Promise<void> {
  const renamed = [...current].filter(([name, newName]) => name !== newName)
  if (!renamed.length) return
  await execute(tx)`
    update product_import_rows r set after = jsonb_set(r.after, '{category}', to_jsonb(c."newName"))
    from json_to_recordset(${sql.json(renamed.map(([name, newName]) => ({ name, newName })))}) as c (name text, "newName" text)
    where r.import_id = ${importId} and r.kind in ('new', 'changed') and r.after ->> 'category' = c.name`
}

/** With their category's current name, and without rows whose category is gone. */
export function withCurrentCategories(rows: PendingRow[], current: CurrentCategories): PendingRow[] {
  return rows.flatMap((row) => {
    if (!row.draft) return row
    const category = current.get(row.draft.category)
    return category ? { ...row, draft: { ...row.draft, category } } : []
  })
}

export const isUncategorized = ({ draft }: PendingRow, current: CurrentCategories) =>
  draft !== null && !current.has(draft.category)

export const CATEGORY_DELETED =
  'Someone deleted the category of this product after the file was checked, so this row was skipped. Upload it again to review the changes.'
export const NO_ROOM = `The store got its ${MAX_CATEGORIES}th category after the file was checked, so the category of this product wasn’t created, and this row was skipped. Delete a category, then upload it again.`
