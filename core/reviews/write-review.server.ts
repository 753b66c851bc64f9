import { z } from 'zod'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'

export const ReviewDraft = z.object({
  productId: z.string().max(64),
  rating: z.coerce
    .number('Choose one to five stars.')
    .int('Choose one to five stars.')
    .min(1, 'Choose one to five stars.')
    .max(5, 'Choose one to five stars.'),
  title: z.string().trim().max(120, 'Use at most 120 characters.').default(''),
  body: z.string().trim().max(4000, 'Use at most 4,000 characters.').default(''),
})
export type ReviewDraft = z.infer<typeof ReviewDraft>

const Purchase = z.strictObject({ isWritten: z.boolean() })

/** Customers can review a product once, after its delivery. */
export async function writeReview(
  ctx: Context,
  { productId, rating, title, body }: ReviewDraft,
): Promise<void> {
  const { id, fullName } = requireSignedIn(ctx.actor)
  const author = fullName?.trim().split(/\s+/)[0] || 'A customer'
  const [purchase] = await query(ctx.db, Purchase)`
    with bought as (
      select i.name from orders o join order_items i on i.order_id = o.id
      where o.user_id = ${id} and i.product_id = ${productId} and o.status = 'delivered' and not i.sample
      order by o.created_at desc, o.id desc limit 1
    ), written as (
      insert into reviews (id, product_id, product_name, profile_id, author, rating, title, body, created_at)
      select ${newId('review')}, ${productId}, bought.name, ${id}, ${author}, ${rating}::integer, ${title}, ${body}, ${ctx.now}::timestamptz
      from bought
      on conflict on constraint reviews_once_per_buyer do nothing returning id
    ) select exists (select from written) as "isWritten" from bought`
  if (!purchase)
    throw new Refusal('forbidden', 'You can review a product once your order has been delivered.')
  if (!purchase.isWritten) throw new Refusal('conflict', 'You’ve already reviewed this product.')
}

const ReviewedProduct = z.strictObject({ productId: z.string() })

export async function findReviewedProducts(ctx: Context, products: readonly string[]): Promise<Set<string>> {
  if (ctx.actor.kind !== 'user') return new Set()
  const reviewed = await query(ctx.db, ReviewedProduct)`
    select product_id as "productId" from reviews
    where profile_id = ${ctx.actor.id} and product_id = any(${products})`
  return new Set(reviewed.map(({ productId }) => productId))
}
