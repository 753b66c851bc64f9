import { eq, sql } from 'drizzle-orm'
import { products, stockMovements } from '#core/catalog/catalog.table.ts'
import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { pictures } from '#core/media/media.table.ts'
import { orderItems, orders } from '#core/orders/orders.table.ts'

let buildCount = 0

type ProductDraft = Partial<typeof products.$inferInsert> & { stock?: number }

/** By default the product is published and in stock. */
export async function buildProduct(
  ctx: Pick<Context, 'db' | 'now'>,
  { stock = 10, ...overrides }: ProductDraft = {},
) {
  const number = ++buildCount
  const id = newId('product')
  const draft = {
    id,
    slug: `product-${number}`,
    name: `Product ${number}`,
    brand: 'Pale Orchard',
    tagline: 'Soft.',
    description: 'A product of a test.',
    category: 'Skincare',
    price: 4800,
    images: [],
    benefits: [],
    ingredients: [],
    howToUse: [],
    keywords: [],
    featured: false,
    status: 'published' as const,
    inStock: false,
    ratingSum: 0,
    reviewCount: 0,
    version: 1,
    updatedAt: ctx.now,
    ...overrides,
  }
  await ctx.db.insert(products).values(draft)
  if (stock > 0)
    await ctx.db.insert(stockMovements).values({ productId: draft.id, change: stock, reason: 'received' })
  const [product] = await ctx.db.select().from(products).where(eq(products.id, draft.id))
  if (!product) throw new Error('The product was not inserted')
  return product
}

/** A photo without a file. */
export async function addPicture({ db }: Pick<Context, 'db'>, productId: string): Promise<string> {
  const id = newId('picture')
  const measures = { width: 900, height: 1200, type: 'image/webp', bytes: 9 }
  await db.insert(pictures).values({ id, origin: `pictures/${id}.webp`, ...measures, alt: '', preview: '' })
  await db.execute(sql`insert into product_pictures values (${productId}, 1, ${id})`)
  return id
}

type OrderDraft = Partial<typeof orders.$inferInsert> & { lines?: { productId: string; quantity: number }[] }

/** By default a paid order of one item for $48. */
export async function buildOrder(ctx: Context, { lines, ...overrides }: OrderDraft = {}) {
  const id = newId('order')
  const orderedItems = lines ?? [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  const subtotal = orderedItems.reduce((sum, { quantity }) => sum + quantity * 4800, 0)
  const draft = {
    id,
    number: `EB${String(100_000 + ++buildCount)}`,
    email: 'grace@orchard.example',
    region: 'US' as const,
    currency: 'usd' as const,
    rate: 1,
    subtotal,
    shipping: 0,
    tax: 0,
    totalAmount: subtotal,
    baseTotal: subtotal,
    shippingAddress: { firstName: 'Grace', address: '1 Orchard Row', country: 'US' },
    paymentMethod: 'card' as const,
    paymentStatus: 'paid' as const,
    ...overrides,
  }
  const [order] = await ctx.db.insert(orders).values(draft).returning()
  if (!order) throw new Error('The order was not inserted')
  for (const { productId, quantity } of orderedItems) {
    const item = { orderId: order.id, productId, name: 'A product', quantity, price: 4800 }
    await ctx.db.insert(orderItems).values({ ...item, id: newId('orderItem'), amount: quantity * 4800 })
  }
  return order
}
