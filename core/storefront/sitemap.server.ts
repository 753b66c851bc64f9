import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** Returns the first product ID of each part of at most `size` products. */
export async function listSitemapParts({ db, reads = db }: Context, size: number): Promise<string[]> {
  const { rows } = await reads.execute<{ id: string }>(sql`
    select id from (
      select id, row_number() over (order by id) as place from products where status = 'published'
    ) as listed
    where (place - 1) % ${size} = 0 order by id`)
  return rows.map(({ id }) => id)
}

export async function findSitemapPart(
  { db, reads = db }: Context,
  from: string,
  size: number,
): Promise<{ slug: string; changed: Date }[]> {
  const { rows } = await reads.execute<{ slug: string; changed: string }>(sql`
    select slug, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as changed from products
    where status = 'published' and id >= ${from} order by id limit ${size}`)
  return rows.map(({ slug, changed }) => ({ slug, changed: new Date(changed) }))
}

export async function catalogVersion({ db, reads = db }: Context): Promise<string> {
  // IDs are assigned before rows become visible, so the highest ID alone could miss a change. The count catches it.
  const { rows } = await reads.execute<{ version: string }>(
    sql`select coalesce(max(id), 0) || '.' || count(*) as version from catalog_changes`,
  )
  return rows[0]?.version ?? ''
}
