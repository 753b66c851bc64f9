import { z } from 'zod'
import { query, queryColumn } from '#db/sql.ts'
import type { Context } from '../context.ts'

/** Returns the first product ID of each part of at most `size` products. */
export function listSitemapParts({ db, reads = db }: Context, size: number): Promise<string[]> {
  return queryColumn(reads, z.string())`
    select id from (
      select id, row_number() over (order by id) as place from products where status = 'published'
    ) as listed
    where (place - 1) % ${size} = 0 order by id`
}

export function findSitemapPart(
  { db, reads = db }: Context,
  from: string,
  size: number,
): Promise<ListedProduct[]> {
  return query(reads, ListedProduct)`
    select slug, date_trunc('second', updated_at) as changed from products
    where status = 'published' and id >= ${from} order by id limit ${size}`
}

const ListedProduct = z.strictObject({ slug: z.string(), changed: z.date() })
type ListedProduct = z.infer<typeof ListedProduct>

export async function catalogVersion({ db, reads = db }: Context): Promise<string> {
  // IDs are assigned before rows become visible, so the highest ID alone could miss a change. The count catches it.
  const [version] = await queryColumn(reads, z.string())`
    select coalesce(max(id), 0) || '.' || count(*) as version from catalog_changes`
  return version ?? ''
}
