import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { findAdminProduct } from './admin-products.server.ts'

export const MAX_PICTURES = 12

export async function setProductPictures(ctx: Context, id: string, pictures: string[]): Promise<void> {
  requirePermission(ctx.actor, 'products.edit')
  const pictureIds = [...new Set(pictures)]
  if (pictureIds.length > MAX_PICTURES)
    throw new Refusal('invalid_input', `A product can have up to ${MAX_PICTURES} photos.`)
  await staffTransaction(ctx, 'products.edit', async (tx) => {
    await execute(tx)`update products set own_pictures = true where id = ${id}`
    const before = (await findAdminProduct({ ...ctx, db: tx }, id)).images.map((image) => image.id)
    const existing = await execute(tx)`select id from pictures where id = any(${pictureIds})`
    if (existing !== pictureIds.length)
      throw new Refusal(
        'not_found',
        'One of these photos no longer exists. Reload the page and choose again.',
      )
    await writeProductPictures(tx, id, pictureIds)
    await writeAudit(ctx, { action: 'pictures-hung', subject: id, before, after: pictureIds }, tx)
  })
}

export async function writeProductPictures(tx: Db, id: string, pictureIds: string[]): Promise<void> {
  await execute(tx)`delete from product_pictures where product_id = ${id}`
  await execute(tx)`
    insert into product_pictures (product_id, position, picture_id)
    select ${id}, position, picture from unnest(${pictureIds}::text[]) with ordinality as w(picture, position)`
}
