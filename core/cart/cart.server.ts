import { createHash } from 'node:crypto'
import { requireSignedIn } from '../accounts/policy.ts'
import { findShortage, productsNotFound } from '../catalog/stock-shortage.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { placeholderPicture } from '../media/placeholder-picture.ts'
import { wrapError } from '../wrap-error.ts'
import { CART_LIMIT_MESSAGE, MAX_ITEM_QUANTITY } from './cart.ts'
import {
  type CartEntry,
  type CartItem,
  type LocalCart,
  normalizeLocalCart,
  QUANTITY_LIMIT_MESSAGE,
  USER_MUST_BE_SIGNED_IN,
} from './cart-item.ts'
import {
  type CartItemRow,
  type CartProductStock,
  deleteCart,
  deleteItem,
  deleteOldMerges,
  insertItem,
  mergeItems,
  selectCart,
  selectItem,
  selectProduct,
  updateItem,
} from './cart-statements.server.ts'

export async function findCart(ctx: Context): Promise<CartItem[]> {
  const user = requireShopperId(ctx)
  return wrapError(FETCH_ERROR, async () => (await selectCart(ctx.db, user)).map(toCartItem))
}

const FETCH_ERROR = 'Failed to fetch cart'
const UPDATE_ERROR = 'Failed to update cart'
const ITEM_NOT_FOUND = 'This item is no longer in your cart.'

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
