import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** Where each part of the list of all published products begins, so that none is longer than this. */
export async function listSitemapParts({ db, reads = db }: Context, size: number): Promise<string[]> {
  const { rows } = await reads.execute<{ id: string }>(sql`
    select id from (
      select id, row_number() over (order by id) as place from products where status = 'published'
    ) as listed
    where (place - 1) % ${size} = 0 order by id`)
  return rows.map(({ id }) => id)
}

/** One part: what it is called, and when it was last another. */
export async function findSitemapPart(
  { db, reads = db }: Context,
  from: string,
  size: number,
): Promise<{ id: string; changed: Date }[]> {
  const { rows } = await reads.execute<{ id: string; changed: string }>(sql`
    select id, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as changed from products
    where status = 'published' and id >= ${from} order by id limit ${size}`)
  return rows.map(({ id, changed }) => ({ id, changed: new Date(changed) }))
}

/** Another one after each change that shoppers see, for whoever asks again for all of the catalogue. */
export async function catalogVersion({ db, reads = db }: Context): Promise<string> {
  // A number is given out before its row can be seen, so their count belongs to it.
  const { rows } = await reads.execute<{ version: string }>(
    sql`select coalesce(max(id), 0) || '.' || count(*) as version from catalog_changes`,
  )
  return rows[0]?.version ?? ''
}
