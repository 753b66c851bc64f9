import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'

/** A node's position in the change log: the oldest transaction still open at its last read, and the rows it has seen. */
export type ChangeCursor = { horizon: string; ids: Set<number> }

/** In place of a product, if the store’s settings changed. */
export const SETTINGS_CHANGE = 'settings'

export const INITIAL_CURSOR: ChangeCursor = { horizon: '', ids: new Set() }

// IDs are assigned before commit, so each read starts at the oldest open transaction and skips rows it has seen.
export async function findCatalogChanges(
  db: Db,
  cursor: ChangeCursor,
): Promise<{ products: string[]; cursor: ChangeCursor }> {
  const rows = await query(db, CatalogChange, { prepare: false })`
    select s.horizon, c.id, c.product_id as "productId"
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as horizon) s
    left join catalog_changes c on c.xid >= coalesce(nullif(${cursor.horizon}, ''), s.horizon)::xid8`
  const changes = rows.flatMap(({ id, productId }) => (id === null ? [] : [{ id, productId }]))
  const newChanges = cursor.horizon ? changes.filter(({ id }) => !cursor.ids.has(id)) : []
  const horizon = rows[0]?.horizon ?? cursor.horizon
  const products = [...new Set(newChanges.map(({ productId }) => productId))]
  return { products, cursor: { horizon, ids: new Set(changes.map(({ id }) => id)) } }
}

/** Every change is in a row with the horizon. Without changes, there is one row with only the horizon. */
const CatalogChange = z.union([
  z.strictObject({ horizon: z.string(), id: z.int(), productId: z.string() }),
  z.strictObject({ horizon: z.string(), id: z.null(), productId: z.null() }),
])

/** Nodes poll every second. One that pauses for a day has lost its cached pages anyway. */
export async function deleteOldCatalogChanges(db: Db): Promise<void> {
  await execute(db)`delete from catalog_changes where at < now() - interval '1 day'`
}
