import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Picture } from '#core/media/picture.ts'
import { placeholderPicture } from '#core/media/placeholder-picture.ts'
import { StoredPicture } from '#core/media/stored-picture.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { SAMPLE_PICTURE } from '#core/samples/offered-samples.server.ts'
import { query } from '#db/sql.ts'
import type { Order } from '../order.ts'

const ProductPicture = z.strictObject({
  id: z.string(),
  name: z.string(),
  image: StoredPicture.nullable(),
})

/** By product ID, also for products that are no longer sold. */
export async function findItemPictures(ctx: Context, { items }: Order): Promise<Record<string, Picture>> {
  requirePermission(ctx.actor, 'orders.view')
  const rows = await query(ctx.db, ProductPicture)`
    select p.id, p.name, ${SAMPLE_PICTURE} as image
    from products p left join samples s on s.product_id = p.id left join products f on f.id = s.full_size_id
    where p.id = any(${items.map(({ productId }) => productId)})`
  return Object.fromEntries(
    rows.map(({ id, image, ...product }) => [id, image ?? placeholderPicture(product)]),
  )
}
