import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Picture } from '#core/media/picture.ts'
import { placeholderPicture } from '#core/media/placeholder-picture.ts'
import { StoredPicture } from '#core/media/stored-picture.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
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
    select id, name, images -> 0 as image from products
    where id = any(${items.map(({ productId }) => productId)})`
  return Object.fromEntries(
    rows.map(({ id, image, ...product }) => [id, image ?? placeholderPicture(product)]),
  )
}
