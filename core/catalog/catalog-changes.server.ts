import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'

/** A node's position in the change log: the oldest transaction still open at its last read, and the rows it has seen. */
export type ChangeCursor = { horizon: string; ids: Set<number> }

export const INITIAL_CURSOR: ChangeCursor = { horizon: '', ids: new Set() }

// IDs are assigned before commit, so each read starts at the oldest open transaction and skips rows it has seen.
export async function findCatalogChanges(
  db: Db,
  cursor: ChangeCursor,
): Promise<{ products: string[]; cursor: ChangeCursor }> {
  const { rows } = await db.execute<{ horizon: string; id: number | null; product_id: string }>(sql`
    select s.horizon, c.id, c.product_id
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as horizon) s
    left join catalog_changes c on c.xid >= coalesce(nullif(${cursor.horizon}, ''), s.horizon)::xid8`)
  const changes = rows.flatMap(({ id, product_id }) => (id === null ? [] : [{ id, product: product_id }]))
  const newChanges = cursor.horizon ? changes.filter(({ id }) => !cursor.ids.has(id)) : []
  const horizon = rows[0]?.horizon ?? cursor.horizon
  const products = [...new Set(newChanges.map(({ product }) => product))]
  return { products, cursor: { horizon, ids: new Set(changes.map(({ id }) => id)) } }
}

/** Nodes poll every second. One that pauses for a day has lost its cached pages anyway. */
export async function deleteOldCatalogChanges(db: Db): Promise<void> {
  await db.execute(sql`delete from catalog_changes where at < now() - interval '1 day'`)
}
