import { createRoute, z } from '@hono/zod-openapi'
import {
  addToCart,
  changeQuantity,
  clearCart,
  findCart,
  mergeCart,
  removeFromCart,
} from '#core/cart/cart.server.ts'
import { CartEntry, type CartItem, LocalCart } from '#core/cart/cart-item.ts'
import type { Context } from '#core/context.ts'
import { toDecimal } from '#core/money.ts'
import { formatPrice } from '#core/regions/regions.ts'
import { body, json, NOTHING, refusing } from './answers.ts'
import { newDoor } from './door.ts'
import { PriceAnswer } from './products.ts'

const ItemAnswer = z
  .object({
    id: z.string(),
    user_id: z.string(),
    product_id: z.string(),
    quantity: z.number().int(),
    added_price: z.number().nullable().describe('US dollars when it was put in'),
    product: z.object({
      id: z.string(),
      name: z.string(),
      price: z.number().describe('US dollars'),
      image_url: z.string(),
      image_alt: z.string(),
      category: z.string(),
      description: z.string(),
      in_stock: z.boolean(),
      stock: z.number().int(),
      display_price: PriceAnswer,
    }),
  })
  .openapi('CartItem')
const CartAnswer = z.object({ data: z.array(ItemAnswer), next_cursor: z.null() })

const own = { tags: ['Cart'] }
const byId = { params: z.object({ id: z.string() }) }

const read = createRoute({
  ...own,
  method: 'get',
  path: '/cart',
  summary: 'Your cart',
  responses: { 200: json(CartAnswer, 'The cart'), ...refusing(401) },
})
const add = createRoute({
  ...own,
  method: 'post',
  path: '/cart/items',
  summary: 'Put a product into the cart; what is there becomes more',
  request: body(CartEntry),
  responses: { 201: json(ItemAnswer, 'The item'), ...refusing(400, 401, 404, 409) },
})
const change = createRoute({
  ...own,
  method: 'patch',
  path: '/cart/items/{id}',
  summary: 'Change a quantity; zero or less removes the item',
  request: { ...byId, ...body(z.object({ quantity: z.int().max(1_000_000) })) },
  responses: { 200: json(ItemAnswer, 'The item'), ...NOTHING, ...refusing(400, 401, 404, 409) },
})
const remove = createRoute({
  ...own,
  method: 'delete',
  path: '/cart/items/{id}',
  summary: 'Take an item out of the cart',
  request: byId,
  responses: { ...NOTHING, ...refusing(401, 404) },
})
const clear = createRoute({
  ...own,
  method: 'delete',
  path: '/cart',
  summary: 'Empty the cart',
  responses: { ...NOTHING, ...refusing(401) },
})
const merge = createRoute({
  ...own,
  method: 'post',
  path: '/cart/merge',
  summary: 'Bring a guest’s cart along; under one Idempotency-Key it is brought once',
  request: {
    headers: z.object({ 'idempotency-key': z.string().min(1).max(255).optional() }),
    ...body(z.object({ items: LocalCart })),
  },
  responses: { 200: json(CartAnswer, 'The cart'), ...refusing(400, 401) },
})

export const cart = newDoor()
  .openapi(read, async (c) => c.json(toCart(c.get('ctx'), await findCart(c.get('ctx'))), 200))
  .openapi(add, async (c) => {
    const ctx = c.get('ctx')
    return c.json(toItem(ctx, await addToCart(ctx, c.req.valid('json'))), 201)
  })
  .openapi(change, async (c) => {
    const ctx = c.get('ctx')
    const item = await changeQuantity(ctx, c.req.valid('param').id, c.req.valid('json').quantity)
    return item ? c.json(toItem(ctx, item), 200) : c.body(null, 204)
  })
  .openapi(remove, async (c) => {
    await removeFromCart(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .openapi(clear, async (c) => {
    await clearCart(c.get('ctx'))
    return c.body(null, 204)
  })
  .openapi(merge, async (c) => {
    const ctx = c.get('ctx')
    const key = c.req.valid('header')['idempotency-key'] ?? null
    return c.json(toCart(ctx, await mergeCart(ctx, c.req.valid('json').items, key)), 200)
  })

function toCart(ctx: Context, items: CartItem[]): z.infer<typeof CartAnswer> {
  return { data: items.map((item) => toItem(ctx, item)), next_cursor: null }
}

function toItem({ actor, region }: Context, item: CartItem): z.infer<typeof ItemAnswer> {
  const { product } = item
  return {
    id: item.id,
    user_id: actor.kind === 'user' ? actor.id : '',
    product_id: item.productId,
    quantity: item.quantity,
    added_price: item.addedPrice === null ? null : toDecimal(item.addedPrice),
    product: {
      id: product.id,
      name: product.name,
      price: toDecimal(product.price),
      image_url: product.imageUrl,
      image_alt: product.imageAlt,
      category: product.category,
      description: product.description,
      in_stock: product.stock > 0,
      stock: product.stock,
      display_price: formatPrice(product.price, region),
    },
  }
}
