import { z } from 'zod'
import { query, type Sql, sql } from '#db/sql.ts'
import { maxCartQuantity } from '../cart/cart.ts'
import type { Product } from '../catalog/product.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { regionalAmount } from '../pricing/quote.ts'
import type { CartSuggestion } from './displayed-cart.ts'

const Neighbor = z.strictObject({
  id: z.string(),
  besideId: z.string(),
  relation: z.enum(['before', 'after']),
})

/** What comes right before or after a product of the cart, in stock; for the latest product that has such a neighbor. */
export async function findCartSuggestion(
  ctx: Context,
  cartProducts: readonly Product[],
): Promise<CartSuggestion | null> {
  const ids = cartProducts.filter(({ line, routineStep }) => line && routineStep).map(({ id }) => id)
  if (ids.length === 0) return null
  const cartIds = cartProducts.map(({ id }) => id)
  const familyIds = cartProducts.flatMap(({ family }) => family?.id ?? [])
  // Two lookups in the index for each product, so a line of thousands of products stays fast.
  const nearest = (relation: 'before' | 'after', isBeside: Sql, order: Sql) => sql`
    select b.id as "besideId", b.place, ${relation} as relation, n.id, abs(n.routine_step - b.routine_step) as distance
    from beside b cross join lateral (
      select p.id, p.routine_step from products p
      where p.status = 'published' and p.line = b.line and ${isBeside} and p.in_stock
        and p.id <> all(${cartIds}) and (p.family_id is null or p.family_id <> all(${familyIds}))
      order by ${order} limit 1
    ) n`
  const before = sql`p.routine_step < b.routine_step`
  const after = sql`p.routine_step > b.routine_step`
  const [neighbor] = await query(ctx.db, Neighbor)`
    with beside as (
      select p.id, p.line, p.routine_step, wanted.place
      from unnest(${ids}::text[]) with ordinality as wanted (id, place) join products p on p.id = wanted.id
    )
    select id, "besideId", relation from (
      ${nearest('before', before, sql`p.routine_step desc, p.position, p.id`)}
      union all
      ${nearest('after', after, sql`p.routine_step, p.position, p.id`)}
    ) neighbors order by place desc, distance, relation desc limit 1`
  const [product] = neighbor ? await findProducts(ctx, [neighbor.id]) : []
  const beside = cartProducts.find(({ id }) => id === neighbor?.besideId)
  if (!neighbor || !product || !beside) return null
  const { id: productId, slug, name, image: picture, stock, price } = product
  return {
    ...{ productId, slug, name, picture, relation: neighbor.relation },
    maxQuantity: maxCartQuantity(stock),
    unitAmount: regionalAmount(price, ctx.region),
    beside: { productId: beside.id, name: beside.name },
  }
}
