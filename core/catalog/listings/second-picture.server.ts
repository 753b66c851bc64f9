import { z } from 'zod'
import { type Picture, sizeFileName, widthsFor } from '#core/media/picture.ts'
import { placeholderPicture } from '#core/media/placeholder-picture.ts'
import { StoredPicture } from '#core/media/stored-picture.server.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'

const ProductRow = z.strictObject({
  name: z.string(),
  images: z.array(StoredPicture),
})

const CARD_WIDTH = 640

/** What a card shows on hover: the product's second picture, its only one, or its placeholder. In WebP, which all browsers know. */
export async function findSecondPictureUrl(db: Db, productId: string): Promise<string | undefined> {
  const [row] = await query(db, ProductRow)`
    select name, images from products where id = ${productId} and status = 'published'`
  if (!row) return undefined
  return cardUrl(row.images[1] ?? row.images[0] ?? placeholderPicture(row))
}

function cardUrl({ id, url, width }: Picture): string {
  if (url.endsWith('.svg')) return url
  const fitting = widthsFor(width, false).findLast((size) => size <= CARD_WIDTH) ?? width
  return `/media/${sizeFileName({ id, width: fitting, format: 'webp' })}`
}
