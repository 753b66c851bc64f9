import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { toPicture } from '../media/picture.ts'
import { StoredPicture } from '../media/stored-picture.server.ts'
import type { OfferedSample } from './sample.ts'

const MAX_OFFERED = 50

/** Of samples `s` with their product `p`. */
export const IS_OFFERED = sql`s.active and p.status <> 'archived'`

/** Without a photo of its own, the full size's. */
export const SAMPLE_PICTURE = sql`coalesce(p.images -> 0, f.images -> 0)`

/** In the order that staff gave them. The caller checks that the store offers samples. */
export async function listOfferedSamples({ db }: Pick<Context, 'db'>): Promise<OfferedSample[]> {
  const rows = await query(db, OfferedRow)`
    select p.id as "productId", p.name, ${SAMPLE_PICTURE} as picture, p.in_stock as "inStock"
    from samples s join products p on p.id = s.product_id join products f on f.id = s.full_size_id
    where ${IS_OFFERED} order by s.position, s.product_id limit ${sql.raw(String(MAX_OFFERED))}`
  return rows.map((row) => ({ ...row, picture: row.picture && toPicture(row.picture) }))
}

/** Of ordered samples, which may not be offered anymore. */
export async function findSamplePictures(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<Pick<OfferedSample, 'productId' | 'picture'>[]> {
  if (!ids.length) return []
  const rows = await query(db, SamplePicture)`
    select p.id as "productId", ${SAMPLE_PICTURE} as picture
    from products p left join samples s on s.product_id = p.id left join products f on f.id = s.full_size_id
    where p.id = any(${ids}::text[])`
  return rows.map(({ productId, picture }) => ({ productId, picture: picture && toPicture(picture) }))
}

const SamplePicture = z.strictObject({ productId: z.string(), picture: StoredPicture.nullable() })

const OfferedRow = z.strictObject({
  productId: z.string(),
  name: z.string(),
  picture: StoredPicture.nullable(),
  inStock: z.boolean(),
})
