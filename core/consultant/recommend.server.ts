import type { Product } from '../catalog/product.ts'
import { findPublished, listProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'

/** What the consultant always recommends, and why. It is a demonstration: it has looked at nobody. */
const RECOMMENDED = [
  { slug: 'vitamin-c-morning-serum', because: 'For mornings: brightness, before anything else goes on.' },
  { slug: 'white-peony-day-cream', because: 'For the day: water that stays where you put it.' },
  { slug: 'rose-hip-night-serum', because: 'For the night: two drops, and sleep does the rest.' },
] as const

export type Recommendation = { product: Product; because: string }

/** Three products that are there to be looked at; a shop without those gives its newest. */
export async function recommend(ctx: Context): Promise<Recommendation[]> {
  const known = await findPublished(
    ctx,
    RECOMMENDED.map(({ slug }) => slug),
  )
  const fixed = RECOMMENDED.flatMap(({ slug, because }) => {
    const product = known.find((one) => one.slug === slug)
    return product ? [{ product, because }] : []
  })
  if (fixed.length === RECOMMENDED.length) return fixed
  const { products } = await listProducts(ctx, { sort: 'newest', inStock: true, limit: RECOMMENDED.length })
  return products.map((product) => ({ product, because: product.tagline }))
}
