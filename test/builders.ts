import { eq } from 'drizzle-orm'
import { products, stockMovements } from '#core/catalog/catalog.table.ts'
import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'

let built = 0

type ProductDraft = Partial<typeof products.$inferInsert> & { stock?: number }

/** A product that can be bought, but for what the test says of it. */
export async function buildProduct(ctx: Context, { stock = 10, ...said }: ProductDraft = {}) {
  const number = ++built
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
    ...said,
  }
  await ctx.db.insert(products).values(draft)
  if (stock > 0)
    await ctx.db.insert(stockMovements).values({ productId: draft.id, change: stock, reason: 'received' })
  const [product] = await ctx.db.select().from(products).where(eq(products.id, draft.id))
  if (!product) throw new Error('The product was not built')
  return product
}
