import { z } from '@hono/zod-openapi'
import {
  addToCart,
  changeQuantity,
  clearCart,
  findCart,
  removeFromCart,
  USER_MUST_BE_SIGNED_IN,
} from '#core/cart/cart.server.ts'
import { CartLine, type SavedCartLine } from '#core/cart/cart-line.ts'
import { CART_LIMIT_MESSAGE, MAX_CART_LINES } from '#core/cart/limits.ts'
import { mergeCart } from '#core/cart/merge-cart.server.ts'
import type { Context } from '#core/context.ts'
import { placeholderPicture } from '#core/media/placeholder-picture.ts'
import { toDecimal } from '#core/money.ts'
import { formatPrice } from '#core/regions/regions.ts'
import { customer } from './access.ts'
import { PriceResponse } from './catalog/products.ts'
import { fromApiBody } from './codec/rows.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from './responses.ts'
import { createRouter } from './router.ts'

/** A cart line as the API names it. Everything else uses `CartLine`. */
const CartLineInput = z.object({ product_id: CartLine.shape.productId, quantity: CartLine.shape.quantity })
export const CartLinesInput = z.array(CartLineInput).max(MAX_CART_LINES, CART_LIMIT_MESSAGE)

const CartItemResponse = z
  .object({
    id: z.string(),
    user_id: z.string(),
    product_id: z.string(),
    quantity: z.number().int(),
    added_price: z.number().nullable().describe('The price in US dollars when the item was added'),
    product: z.object({
      id: z.string(),
      name: z.string(),
      price: z.number().describe('In US dollars'),
      image_url: z.string(),
      image_alt: z.string(),
      category: z.string(),
      description: z.string(),
      in_stock: z.boolean(),
      stock: z.number().int(),
      display_price: PriceResponse,
    }),
  })
  .openapi('CartItem')
/** A guest's cart as browsers store it. Lines with an invalid quantity are dropped, not refused. */
const GuestCart = z.array(CartLine.extend({ quantity: z.number() })).max(MAX_CART_LINES, CART_LIMIT_MESSAGE)
const CartResponse = z.object({ data: z.array(CartItemResponse), next_cursor: z.null() })

const byId = { params: z.object({ id: z.string() }) }

const read = defineRoute('Cart', 'get', '/cart', {
  access: customer(USER_MUST_BE_SIGNED_IN),
  summary: 'Retrieve the cart',
  responses: { 200: jsonResponse(CartResponse, 'The cart') },
})
const add = defineRoute('Cart', 'post', '/cart/items', {
  access: customer(USER_MUST_BE_SIGNED_IN),
  summary: 'Add a product to the cart, or increase its quantity',
  request: jsonBody(CartLineInput),
  responses: { 201: jsonResponse(CartItemResponse, 'The item'), ...errorResponses(400, 404, 409) },
})
const change = defineRoute('Cart', 'patch', '/cart/items/{id}', {
  access: customer(USER_MUST_BE_SIGNED_IN),
  summary: 'Update the quantity of an item; zero or less removes it',
  request: { ...byId, ...jsonBody(z.object({ quantity: z.int().max(1_000_000) })) },
  responses: {
    200: jsonResponse(CartItemResponse, 'The item'),
    ...NO_CONTENT,
    ...errorResponses(400, 404, 409),
  },
})
const remove = defineRoute('Cart', 'delete', '/cart/items/{id}', {
  access: customer(USER_MUST_BE_SIGNED_IN),
  summary: 'Remove an item from the cart',
  request: byId,
  responses: { ...NO_CONTENT, ...errorResponses(404) },
})
const clear = defineRoute('Cart', 'delete', '/cart', {
  access: customer(USER_MUST_BE_SIGNED_IN),
  summary: 'Remove all items from the cart',
  responses: { ...NO_CONTENT },
})
const merge = defineRoute('Cart', 'post', '/cart/merge', {
  access: customer(USER_MUST_BE_SIGNED_IN),
  summary: 'Merge a guest’s cart into the account’s cart, once per Idempotency-Key',
  request: {
    headers: z.object({ 'idempotency-key': z.string().min(1).max(255).optional() }),
    ...jsonBody(z.object({ items: GuestCart })),
  },
  responses: {
    200: jsonResponse(
      CartResponse,
      `The cart. Products that would exceed its limit of ${MAX_CART_LINES} are left out.`,
    ),
    ...errorResponses(400),
  },
})

export const cart = createRouter()
  .openapi(read, async (c) => c.json(toCartResponse(c.get('ctx'), await findCart(c.get('ctx'))), 200))
  .openapi(add, async (c) => {
    const ctx = c.get('ctx')
    return c.json(toCartItemResponse(ctx, await addToCart(ctx, fromApiBody(c.req.valid('json')))), 201)
  })
  .openapi(change, async (c) => {
    const ctx = c.get('ctx')
    const item = await changeQuantity(ctx, c.req.valid('param'), c.req.valid('json').quantity)
    return item ? c.json(toCartItemResponse(ctx, item), 200) : c.body(null, 204)
  })
  .openapi(remove, async (c) => {
    await removeFromCart(c.get('ctx'), c.req.valid('param'))
    return c.body(null, 204)
  })
  .openapi(clear, async (c) => {
    await clearCart(c.get('ctx'))
    return c.body(null, 204)
  })
  .openapi(merge, async (c) => {
    const ctx = c.get('ctx')
    const key = c.req.valid('header')['idempotency-key'] ?? null
    return c.json(toCartResponse(ctx, await mergeCart(ctx, c.req.valid('json').items, key)), 200)
  })

function toCartResponse(ctx: Context, items: SavedCartLine[]): z.infer<typeof CartResponse> {
  return { data: items.map((item) => toCartItemResponse(ctx, item)), next_cursor: null }
}

function toCartItemResponse(
  { actor, region }: Context,
  line: SavedCartLine,
): z.infer<typeof CartItemResponse> {
  const { name, description, category, price, stock, picture } = line
  const { url, alt } = picture ?? placeholderPicture(line)
  return {
    id: line.id,
    user_id: actor.kind === 'user' ? actor.id : '',
    product_id: line.productId,
    quantity: line.quantity,
    added_price: line.addedPrice === null ? null : toDecimal(line.addedPrice),
    product: {
      id: line.productId,
      name,
      price: toDecimal(price),
      image_url: url,
      image_alt: alt,
      category,
      description,
      in_stock: stock > 0,
      stock,
      display_price: formatPrice(price, region),
    },
  }
}
