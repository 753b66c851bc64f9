import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { findAdminProduct } from './admin-products.server.ts'

const MAX_PICTURES = 12

export async function setProductPictures(ctx: Context, id: string, pictures: string[]): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  const pictureIds = [...new Set(pictures)]
  if (pictureIds.length > MAX_PICTURES)
    throw new Refusal('invalid_input', `A product can have up to ${MAX_PICTURES} photos.`)
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from products where id = ${id} for update`)
    const before = (await findAdminProduct({ ...ctx, db: tx }, id)).images.map((image) => image.id)
    const existing = await tx.execute<{ id: string }>(
      sql`select id from pictures where id in (select jsonb_array_elements_text(${JSON.stringify(pictureIds)}::jsonb))`,
    )
    if (existing.rows.length !== pictureIds.length)
      throw new Refusal(
        'not_found',
        'One of these photos no longer exists. Reload the page and choose again.',
      )
    await tx.execute(sql`delete from product_pictures where product_id = ${id}`)
    await tx.execute(sql`insert into product_pictures (product_id, position, picture_id)
      select ${id}, position, picture from jsonb_array_elements_text(${JSON.stringify(pictureIds)}::jsonb) with ordinality as w(picture, position)`)
    await writeAudit(ctx, { action: 'pictures-hung', subject: id, before, after: pictureIds }, tx)
  })
}
