import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { findSheet } from './every-product.server.ts'

const MOST = 12

/** A product's pictures, in the order in which the shop shows them; the first is the main one. */
export async function hangPictures(ctx: Context, id: string, pictures: string[]): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  const wanted = [...new Set(pictures)]
  if (wanted.length > MOST)
    throw new Refusal('invalid_input', `A product shows ${MOST} pictures at the most.`)
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from products where id = ${id} for update`)
    const before = (await findSheet({ ...ctx, db: tx }, id)).images.map((image) => image.id)
    const known = await tx.execute<{ id: string }>(
      sql`select id from pictures where id in (select jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb))`,
    )
    if (known.rows.length !== wanted.length) throw new Refusal('not_found', 'One of these pictures is gone.')
    await tx.execute(sql`delete from product_pictures where product_id = ${id}`)
    await tx.execute(sql`insert into product_pictures (product_id, position, picture_id)
      select ${id}, place, picture from jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb) with ordinality as w(picture, place)`)
    await writeAudit(ctx, { action: 'pictures-hung', subject: id, before, after: wanted }, tx)
  })
}
