import { createHash } from 'node:crypto'
import { statement } from '#db/statement.ts'
import { requireSignedIn } from '../accounts/policy.ts'
import { findShortage, productsNotFound } from '../catalog/stock-shortage.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Picture } from '../media/picture.ts'
import { placeholderPicture } from '../media/placeholder-picture.ts'
import { wrapError } from '../wrap-error.ts'
import { MAX_CART_LINES, MAX_ITEM_QUANTITY } from './cart.ts'
import {
  CART_LIMIT_MESSAGE,
  type CartEntry,
  type CartItem,
  type LocalCart,
  normalizeLocalCart,
  QUANTITY_LIMIT_MESSAGE,
  USER_MUST_BE_SIGNED_IN,
} from './cart-item.ts'

export async function findCart(ctx: Context): Promise<CartItem[]> {
  const user = requireShopperId(ctx)
  return wrapError(FETCH_ERROR, async () => (await selectCart(ctx.db, user)).map(toCartItem))
}

const FETCH_ERROR = 'Failed to fetch cart'
const UPDATE_ERROR = 'Failed to update cart'
const ITEM_NOT_FOUND = 'This item is no longer in your cart.'

/** Adding a product that is already in the cart increases its quantity. */
export async function addToCart(ctx: Context, { product_id, quantity }: CartEntry): Promise<CartItem> {
  const user = requireShopperId(ctx)
  return wrapError('Failed to add to cart', async () => {
    const [added] = await insertItem(ctx.db, newId('cartItem'), user, product_id, quantity)
    return added ? toCartItem(added) : rejectAddition(ctx, product_id, quantity)
  })
}

/** A quantity of 0 or less removes the item and returns null. */
export async function changeQuantity(ctx: Context, id: string, quantity: number): Promise<CartItem | null> {
  const user = requireShopperId(ctx)
  if (quantity <= 0) {
    await removeFromCart(ctx, id)
    return null
  }
  return wrapError(UPDATE_ERROR, async () => {
    const [updated] = await updateItem(ctx.db, id, user, quantity)
    if (updated) return toCartItem(updated)
    const [item] = await selectItem(ctx.db, id, user)
    if (!item) throw new Refusal('not_found', ITEM_NOT_FOUND)
    throw quantityRefusal({ ...item, id: item.product_id }, quantity)
  })
}

export async function removeFromCart(ctx: Context, id: string): Promise<void> {
  const user = requireShopperId(ctx)
  const [removed] = await wrapError('Failed to remove from cart', () => deleteItem(ctx.db, id, user))
  if (!removed) throw new Refusal('not_found', ITEM_NOT_FOUND)
}

export async function clearCart(ctx: Context): Promise<void> {
  const user = requireShopperId(ctx)
  await wrapError('Failed to clear cart', () => deleteCart(ctx.db, user))
}

/** Merges the guest cart at sign-in. Several tabs may send the same cart; the key merges it once. */
export async function mergeCart(ctx: Context, cart: LocalCart, key: string | null): Promise<CartItem[]> {
  const user = requireShopperId(ctx)
  const entries = [...normalizeLocalCart(cart)].map(([product_id, quantity]) => {
    return { id: newId('cartItem'), product_id, quantity }
  })
  await wrapError(UPDATE_ERROR, () =>
    mergeItems(ctx.db, user, JSON.stringify(entries), key && hashKey(`${user} ${key}`)),
  )
  return findCart(ctx)
}

/** Merge keys live as long as a browser may still send the same cart. */
export async function pruneCartMerges(ctx: Pick<Context, 'db'>): Promise<void> {
  await deleteOldMerges(ctx.db)
}

function requireShopperId(ctx: Context): string {
  return requireSignedIn(ctx.actor, USER_MUST_BE_SIGNED_IN).id
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

type CartProductStock = { id: string; name: string; stock: number }

/** Looks up the reason only after a failed insert, so successful additions need one query. */
async function rejectAddition(ctx: Context, productId: string, quantity: number): Promise<never> {
  const [product] = await selectProduct(ctx.db, productId, requireShopperId(ctx))
  if (!product?.published) throw productsNotFound([productId])
  throw quantityRefusal(product, product.quantity + quantity)
}

function quantityRefusal({ id, name, stock }: CartProductStock, requested: number): Refusal {
  if (requested > MAX_ITEM_QUANTITY) return new Refusal('conflict', QUANTITY_LIMIT_MESSAGE)
  const shortage = findShortage([{ id, name, stock, quantity: requested }])
  return shortage ?? new Refusal('conflict', CART_LIMIT_MESSAGE)
}

type CartItemRow = {
  id: string
  product_id: string
  quantity: number
  added_price: number | null
  slug: string
  name: string
  description: string
  category: string
  price: number
  images: Picture[]
  stock: number
  published: boolean
}

const COLUMNS = `i.id, i.product_id, i.quantity, i.added_price, p.slug, p.name, p.description, p.category, p.price, p.images,
  s.available as stock, p.status = 'published' as published`
const JOINS = 'join products p on p.id = i.product_id join stock_levels s on s.product_id = i.product_id'

const selectCart = statement<CartItemRow>(
  'cart',
  `select ${COLUMNS} from cart_items i ${JOINS} where i.user_id = $1 order by i.created_at, i.id`,
)
const selectItem = statement<CartItemRow>(
  'cart_item',
  `select ${COLUMNS} from cart_items i ${JOINS} where i.id = $1 and i.user_id = $2`,
)
const insertItem = statement<CartItemRow>(
  'cart_add',
  `with i as (
    insert into cart_items (id, user_id, product_id, quantity, added_price)
    select $1, $2, p.id, $4, p.price from products p join stock_levels s on s.product_id = p.id
    where p.id = $3 and p.status = 'published' and s.available >= $4
      and (select count(*) from cart_items where user_id = $2) < ${MAX_CART_LINES}
    on conflict (user_id, product_id) do update
      set quantity = cart_items.quantity + excluded.quantity, added_price = excluded.added_price, updated_at = now()
      where cart_items.quantity + excluded.quantity <= ${MAX_ITEM_QUANTITY} and cart_items.quantity + excluded.quantity
        <= (select available from stock_levels where product_id = excluded.product_id)
    returning *
  ) select ${COLUMNS} from i ${JOINS}`,
)
const updateItem = statement<CartItemRow>(
  'cart_change',
  `with i as (
    update cart_items set quantity = $3, updated_at = now() where id = $1 and user_id = $2 and $3 <= ${MAX_ITEM_QUANTITY}
      and ($3 < quantity or $3 <= (select available from stock_levels s where s.product_id = cart_items.product_id))
    returning *
  ) select ${COLUMNS} from i ${JOINS}`,
)
const selectProduct = statement<CartProductStock & { published: boolean; quantity: number }>(
  'cart_product',
  `select p.id, p.name, s.available as stock, p.status = 'published' as published, coalesce(i.quantity, 0) as quantity
   from products p join stock_levels s on s.product_id = p.id
   left join cart_items i on i.product_id = p.id and i.user_id = $2 where p.id = $1`,
)
const deleteItem = statement<{ id: string }>(
  'cart_remove',
  'delete from cart_items where id = $1 and user_id = $2 returning id',
)
const deleteCart = statement('cart_clear', 'delete from cart_items where user_id = $1')

// With two tabs, the second waits on the key until the first commits, then merges nothing.
const mergeItems = statement(
  'cart_merge',
  `with claimed as (
    insert into cart_merges (key_hash, user_id) select $3::text, $1 where $3 is not null
    on conflict do nothing returning 1
  ) insert into cart_items (id, user_id, product_id, quantity, added_price)
    select b.id, $1, p.id, least(b.quantity, ${MAX_ITEM_QUANTITY}, s.available), p.price
    from json_to_recordset($2::json) as b (id text, product_id text, quantity integer)
    join products p on p.id = b.product_id and p.status = 'published'
    join stock_levels s on s.product_id = p.id and s.available > 0
    where $3 is null or exists (select from claimed)
    order by p.id limit ${MAX_CART_LINES}
    on conflict (user_id, product_id) do update set updated_at = now(), quantity = greatest(cart_items.quantity,
      least(${MAX_ITEM_QUANTITY}, cart_items.quantity + (
        select quantity from json_to_recordset($2::json) as b (product_id text, quantity integer)
        where b.product_id = excluded.product_id
      ), (select available from stock_levels where product_id = excluded.product_id)))`,
)
const deleteOldMerges = statement(
  'cart_forget_merges',
  `delete from cart_merges where at < now() - interval '90 days'`,
)

function toCartItem(row: CartItemRow): CartItem {
  const picture = row.images[0] ?? placeholderPicture(row)
  const { id, quantity } = row
  return {
    id,
    productId: row.product_id,
    quantity,
    addedPrice: row.added_price,
    product: {
      id: row.product_id,
      slug: row.slug,
      name: row.name,
      description: row.description,
      imageUrl: picture.url,
      imageAlt: picture.alt,
      category: row.category,
      price: row.price,
      stock: row.stock,
      published: row.published,
    },
  }
}
