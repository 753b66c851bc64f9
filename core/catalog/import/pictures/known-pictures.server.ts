import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'

/** The pictures that this store has from these addresses, among them its own addresses, as in its exports. */
export async function findKnownPictures(db: Db, addresses: string[]): Promise<Map<string, string>> {
  if (!addresses.length) return new Map()
  const own = addresses.map((address) => OWN_PICTURE.exec(address)?.[1] ?? '')
  const known = await query(db, KnownPicture)`
    select a.address, p.id as "pictureId"
    from unnest(${addresses}::text[], ${own}::text[]) as a (address, own)
      left join picture_addresses k on k.url = a.address
      join pictures p on p.id = coalesce(k.picture_id, a.own)`
  return new Map(known.map(({ address, pictureId }) => [address, pictureId]))
}

const OWN_PICTURE = /\/media\/(pic_[0-9a-z]{20})\.[a-z]+$/

const KnownPicture = z.strictObject({ address: z.string(), pictureId: z.string() })
