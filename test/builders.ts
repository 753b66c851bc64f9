import { z } from 'zod'
import { PUBLISH_STATUSES } from '#core/catalog/publish-status.ts'
import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { CURRENCIES } from '#core/money.ts'
import { ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from '#core/orders/order-status.ts'
import { markPaid } from '#core/payments/payments.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { execute, query, sql } from '#db/sql.ts'

let buildCount = 0

const Product = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  tagline: z.string(),
  category: z.string(),
  price: z.int(),
  originalPrice: z.int().nullable(),
  sizeQuantity: z.number().nullable(),
  sizeUnit: z.string().nullable(),
  benefits: z.array(z.string()),
  ingredients: z.array(z.string()),
  howToUse: z.array(z.string()),
  keywords: z.array(z.string()),
  featured: z.boolean(),
  status: z.enum(PUBLISH_STATUSES),
  ratingSum: z.int(),
  reviewCount: z.int(),
  createdAt: z.date(),
})
const BuiltProduct = Product.extend({ version: z.int() })
type ProductDraft = Partial<z.infer<typeof Product>> & { stock?: number }

/** By default the product is published and in stock. */
export async function buildProduct(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { stock = 10, ...overrides }: ProductDraft = {},
): Promise<z.infer<typeof BuiltProduct>> {
  const number = ++buildCount
  const draft = {
    id: newId('product'),
    slug: `product-${number}`,
    name: `Product ${number}`,
    tagline: 'Soft.',
    category: 'Skincare',
    price: 4800,
    originalPrice: null,
    sizeQuantity: null,
    sizeUnit: null,
    benefits: [],
    ingredients: [],
    howToUse: [],
    keywords: [],
    featured: false,
    status: 'published',
    ratingSum: 0,
    reviewCount: 0,
    createdAt: null,
    ...overrides,
  }
  await execute(db)`
    insert into products (id, slug, name, brand, tagline, description, category, price, original_price, size_quantity,
      size_unit, benefits, ingredients, how_to_use, keywords, featured, status, rating_sum, review_count, created_at,
      updated_at)
    values (${draft.id}, ${draft.slug}, ${draft.name}, 'Pale Orchard', ${draft.tagline}, 'A product of a test.',
      ${draft.category}, ${draft.price}, ${draft.originalPrice}, ${draft.sizeQuantity}, ${draft.sizeUnit},
      ${draft.benefits}, ${draft.ingredients}, ${draft.howToUse}, ${draft.keywords}, ${draft.featured}, ${draft.status},
      ${draft.ratingSum}, ${draft.reviewCount}, coalesce(${draft.createdAt}, now()), ${now})`
  if (stock > 0)
    await execute(db)`
      insert into stock_movements (product_id, change, reason) values (${draft.id}, ${stock}, 'received')`
  // Read last, because stock changes the version.
  const [product] = await query(db, BuiltProduct)`
    select id, slug, name, tagline, category, price, original_price as "originalPrice",
      size_quantity::float8 as "sizeQuantity", size_unit as "sizeUnit", benefits, ingredients, how_to_use as "howToUse",
      keywords, featured, status, rating_sum as "ratingSum", review_count as "reviewCount", created_at as "createdAt",
      version
    from products where id = ${draft.id}`
  if (!product) throw new Error('The product was not inserted')
  return product
}

/** A photo without a file. */
export async function addPicture({ db }: Pick<Context, 'db'>, productId: string): Promise<string> {
  const id = newId('picture')
  await execute(db)`
    insert into pictures (id, origin, width, height, type, bytes, alt, preview)
    values (${id}, ${`pictures/${id}.webp`}, 900, 1200, 'image/webp', 9, '', '')`
  await execute(db)`insert into product_pictures values (${productId}, 1, ${id})`
  return id
}

const Order = z.strictObject({
  id: z.string(),
  number: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  region: z.enum(REGION_CODES),
  currency: z.enum(CURRENCIES),
  subtotal: z.int(),
  totalAmount: z.int(),
  baseTotal: z.int(),
  shippingAddress: z.record(z.string(), z.string()),
  paymentMethod: z.enum(PAYMENT_METHODS),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  createdAt: z.date(),
})
type LineDraft = { productId: string; quantity: number; price?: number }
export type OrderDraft = Partial<z.infer<typeof Order>> & { lines?: LineDraft[] }

/** By default a paid order of one item for $48. */
export async function buildOrder(ctx: Context, { lines, ...overrides }: OrderDraft = {}) {
  const { db } = ctx
  const orderedItems: LineDraft[] = lines ?? [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  const subtotal = orderedItems.reduce((sum, { quantity, price = 4800 }) => sum + quantity * price, 0)
  const draft = {
    id: newId('order'),
    number: `EB${String(100_000 + ++buildCount)}`,
    userId: null,
    email: 'grace@orchard.example',
    region: 'US',
    currency: 'usd',
    subtotal,
    totalAmount: subtotal,
    baseTotal: subtotal,
    shippingAddress: { firstName: 'Grace', address: '1 Orchard Row', country: 'US' },
    paymentMethod: 'card',
    status: 'pending',
    paymentStatus: 'paid',
    createdAt: null,
    ...overrides,
  }
  const [order] = await query(db, Order)`
    insert into orders (id, number, user_id, email, region, currency, rate, subtotal, shipping, tax, total_amount,
      base_total, shipping_address, payment_method, status, payment_status, created_at)
    values (${draft.id}, ${draft.number}, ${draft.userId}, ${draft.email}, ${draft.region}, ${draft.currency}, 1,
      ${draft.subtotal}, 0, 0, ${draft.totalAmount}, ${draft.baseTotal}, ${sql.json(draft.shippingAddress)}, ${draft.paymentMethod},
      ${draft.status}, ${draft.paymentStatus}, coalesce(${draft.createdAt}, now()))
    returning id, number, user_id as "userId", email, region, currency, subtotal,
      total_amount as "totalAmount", base_total as "baseTotal", shipping_address as "shippingAddress",
      payment_method as "paymentMethod", status, payment_status as "paymentStatus", created_at as "createdAt"`
  if (!order) throw new Error('The order was not inserted')
  for (const { productId, quantity, price = 4800 } of orderedItems) {
    await execute(db)`
      insert into order_items (id, order_id, product_id, name, quantity, price, amount)
      values (${newId('orderItem')}, ${order.id}, ${productId}, 'A product', ${quantity}, ${price}, ${quantity * price})`
  }
  return order
}

type PaymentDraft = {
  state?: 'open' | 'paid'
  expiresAt?: Date
  network?: string
  order?: OrderDraft
}

/** The payment of an order of its own, by default paid. */
export async function buildPayment(
  ctx: Context,
  { state = 'paid', expiresAt, network, order: overrides }: PaymentDraft = {},
) {
  const { id: orderId, email, totalAmount: amount } = await buildOrder(ctx, overrides)
  const id = newId('payment')
  await execute(ctx.db)`
    insert into payments (id, order_id, provider, amount, currency, state, expires_at, network)
    values (${id}, ${orderId}, 'stripe', ${amount}, 'usd', 'open', ${expiresAt ?? null}, ${network ?? null})`
  if (state === 'paid') await markPaid(ctx.db, id, { id: `cs_${id}`, intentId: `pi_${id}`, at: ctx.now })
  return { id, orderId, email }
}
