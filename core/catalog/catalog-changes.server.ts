import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'

/** How far a node has read the log of changes: the oldest transaction that was still open when it last looked. */
export type ChangeCursor = { horizon: string; ids: Set<number> }

export const INITIAL_CURSOR: ChangeCursor = { horizon: '', ids: new Set() }

/**
 * What changed since a node last looked. A row's number is given out before its transaction commits, so numbers
 * alone would skip a slow one: everything from the oldest open transaction on is read again, and known rows left out.
 */
export async function findCatalogChanges(
  db: Db,
  cursor: ChangeCursor,
): Promise<{ products: string[]; cursor: ChangeCursor }> {
  const { rows } = await db.execute<{ horizon: string; id: number | null; product_id: string }>(sql`
    select s.horizon, c.id, c.product_id
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as horizon) s
    left join catalog_changes c on c.xid >= coalesce(nullif(${cursor.horizon}, ''), s.horizon)::xid8`)
  const changes = rows.flatMap(({ id, product_id }) => (id === null ? [] : [{ id, product: product_id }]))
  // The first look only finds out where the log stands.
  const newChanges = cursor.horizon ? changes.filter(({ id }) => !cursor.ids.has(id)) : []
  const horizon = rows[0]?.horizon ?? cursor.horizon
  const products = [...new Set(newChanges.map(({ product }) => product))]
  return { products, cursor: { horizon, ids: new Set(changes.map(({ id }) => id)) } }
}

/** Nodes look each second; a day is more than any of them sleeps without forgetting all its pages. */
export async function deleteOldCatalogChanges(db: Db): Promise<void> {
  await db.execute(sql`delete from catalog_changes where at < now() - interval '1 day'`)
}
