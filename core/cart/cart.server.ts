import { z } from 'zod'
import { wrapError } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { violates } from '#db/database-error.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { findShortage, productsNotFound } from '../catalog/stock-shortage.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { type CartLine, SavedCartLine } from './cart-line.ts'
import { CART_LIMIT_MESSAGE, MAX_ITEM_QUANTITY, QUANTITY_LIMIT_MESSAGE } from './limits.ts'

export const USER_MUST_BE_SIGNED_IN = 'User must be logged in'

/** API clients address a line by its ID, pages by its product. */
export type CartLineKey = { id: string } | { productId: string }

export async function findCart(ctx: Context): Promise<SavedCartLine[]> {
  const userId = requireShopperId(ctx)
  return wrapError(
    'Failed to fetch cart',
    () =>
      query(ctx.db, SavedCartLine)`
      select ${COLUMNS} from cart_items i ${JOINS} where i.user_id = ${userId} order by i.created_at, i.id`,
  )
}

export async function addToCart(ctx: Context, line: CartLine): Promise<SavedCartLine> {
  const userId = requireShopperId(ctx)
  return wrapError('Failed to add to cart', async () => {
    const [added] = await withinLimit(() => query(ctx.db, SavedCartLine)`${insertLine(userId, line)}`)
    return added ?? rejectAddition(ctx, userId, line)
  })
}

/** The database refuses a line beyond the limit, also if several are added at once. */
export async function withinLimit<T>(add: () => Promise<T>): Promise<T> {
  try {
    return await add()
  } catch (error) {
    if (violates(error, 'cart_items_limit')) throw new Refusal('conflict', CART_LIMIT_MESSAGE)
    throw error
  }
}

/** A quantity of 0 or less removes the line and returns null. */
export async function changeQuantity(
  ctx: Context,
  key: CartLineKey,
  quantity: number,
): Promise<SavedCartLine | null> {
  const userId = requireShopperId(ctx)
  if (quantity <= 0) {
    await removeFromCart(ctx, key)
    return null
  }
  return wrapError('Failed to update cart', async () => {
    const [updated] = await query(ctx.db, SavedCartLine)`${updateQuantity(userId, key, quantity)}`
    if (updated) return updated
    const isRequested = sql`i.user_id = ${userId} and i.${isLine(key)}`
    const [line] = await query(ctx.db, SavedCartLine)`
      select ${COLUMNS} from cart_items i ${JOINS} where ${isRequested}`
    if (!line) throw lineNotFound()
    throw quantityRefusal({ ...line, quantity })
  })
}

export async function removeFromCart(ctx: Context, key: CartLineKey): Promise<void> {
  const userId = requireShopperId(ctx)
  const removed = await wrapError(
    'Failed to remove from cart',
    () => execute(ctx.db)`delete from cart_items where user_id = ${userId} and ${isLine(key)}`,
  )
  if (!removed) throw lineNotFound()
}

export async function clearCart(ctx: Context): Promise<void> {
  const userId = requireShopperId(ctx)
  await wrapError(
    'Failed to clear cart',
    () => execute(ctx.db)`delete from cart_items where user_id = ${userId}`,
  )
}

export function requireShopperId(ctx: Context): string {
  return requireSignedIn(ctx.actor, USER_MUST_BE_SIGNED_IN).id
}

const COLUMNS = sql`i.id, i.product_id as "productId", i.quantity, i.added_price as "addedPrice", p.name, p.description,
  p.category, p.price, p.images -> 0 as picture, s.available as stock`
const JOINS = sql`join products p on p.id = i.product_id join stock_levels s on s.product_id = i.product_id`

function isLine(key: CartLineKey): Sql {
  return 'id' in key ? sql`id = ${key.id}` : sql`product_id = ${key.productId}`
}

function insertLine(userId: string, { productId, quantity }: CartLine): Sql {
  return sql`with i as (
    insert into cart_items (id, user_id, product_id, quantity, added_price)
    select ${newId('cartItem')}, ${userId}, p.id, ${quantity}::integer, p.price
    from products p join stock_levels s on s.product_id = p.id
    where p.id = ${productId} and p.status = 'published' and s.available >= ${quantity}::integer
    on conflict (user_id, product_id) do update
      set quantity = cart_items.quantity + excluded.quantity, added_price = excluded.added_price, updated_at = now()
      where cart_items.quantity + excluded.quantity <= ${MAX_ITEM_QUANTITY}::integer and cart_items.quantity + excluded.quantity
        <= (select available from stock_levels where product_id = excluded.product_id)
    returning *
  ) select ${COLUMNS} from i ${JOINS}`
}

function updateQuantity(userId: string, key: CartLineKey, quantity: number): Sql {
  return sql`with i as (
    update cart_items set quantity = ${quantity}::integer, updated_at = now()
    where user_id = ${userId} and ${isLine(key)} and ${quantity}::integer <= ${MAX_ITEM_QUANTITY}::integer
      and (${quantity}::integer < quantity
        or ${quantity}::integer <= (select available from stock_levels s where s.product_id = cart_items.product_id))
    returning *
  ) select ${COLUMNS} from i ${JOINS}`
}

/** Looks up the reason only after a failed insert, so successful additions need one query. */
async function rejectAddition(
  ctx: Context,
  userId: string,
  { productId, quantity }: CartLine,
): Promise<never> {
  const [product] = await query(ctx.db, RequestedProduct)`
    select p.name, s.available as stock, coalesce(i.quantity, 0) as "inCart"
    from products p join stock_levels s on s.product_id = p.id
    left join cart_items i on i.product_id = p.id and i.user_id = ${userId}
    where p.id = ${productId} and p.status = 'published'`
  if (!product) throw productsNotFound([productId])
  throw quantityRefusal({ ...product, productId, quantity: product.inCart + quantity })
}

const RequestedProduct = z.strictObject({ name: z.string(), stock: z.int(), inCart: z.int() })

function quantityRefusal(requested: CartLine & { name: string; stock: number }): Refusal {
  if (requested.quantity > MAX_ITEM_QUANTITY) return new Refusal('conflict', QUANTITY_LIMIT_MESSAGE)
  return findShortage([requested]) ?? new Refusal('conflict', CART_LIMIT_MESSAGE)
}

function lineNotFound(): Refusal {
  return new Refusal('not_found', 'This item is no longer in your cart.')
}
