import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'

/** Returns the first product ID of each part of at most `size` products. */
export async function listSitemapParts({ db, reads = db }: Context, size: number): Promise<string[]> {
  const parts = await query(
    reads,
    SitemapPart,
    sql`select id from (
        select id, row_number() over (order by id) as place from products where status = 'published'
      ) as listed
      where (place - 1) % ${size} = 0 order by id`,
  )
  return parts.map(({ id }) => id)
}

const SitemapPart = z.strictObject({ id: z.string() })

export function findSitemapPart(
  { db, reads = db }: Context,
  from: string,
  size: number,
): Promise<ListedProduct[]> {
  return query(
    reads,
    ListedProduct,
    sql`select slug, date_trunc('second', updated_at) as changed from products
      where status = 'published' and id >= ${from} order by id limit ${size}`,
  )
}

const ListedProduct = z.strictObject({ slug: z.string(), changed: z.date() })
type ListedProduct = z.infer<typeof ListedProduct>

export async function catalogVersion({ db, reads = db }: Context): Promise<string> {
  // IDs are assigned before rows become visible, so the highest ID alone could miss a change. The count catches it.
  const [catalog] = await query(
    reads,
    CatalogVersion,
    sql`select coalesce(max(id), 0) || '.' || count(*) as version from catalog_changes`,
  )
  return catalog?.version ?? ''
}

const CatalogVersion = z.strictObject({ version: z.string() })
