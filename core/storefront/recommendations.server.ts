import type { ListingSummary } from '../catalog/listings/listing.ts'
import { findListingsBySlug, listListings } from '../catalog/listings/listings.server.ts'
import type { Context } from '../context.ts'

/** The consultant is a simulation: it always recommends these and analyzes nothing. */
const RECOMMENDATIONS = [
  { slug: 'vitamin-c-morning-serum', reason: 'For mornings: a brightening first step.' },
  { slug: 'white-peony-day-cream', reason: 'For the day: light hydration that lasts.' },
  { slug: 'rose-hip-night-serum', reason: 'For the night: two drops before bed.' },
] as const

export type Recommendation = { product: ListingSummary; reason: string }

/** Falls back to the newest products if any of these is missing. */
export async function recommendProducts(ctx: Context): Promise<Recommendation[]> {
  const published = await findListingsBySlug(
    ctx,
    RECOMMENDATIONS.map(({ slug }) => slug),
  )
  const recommendations = RECOMMENDATIONS.flatMap(({ slug, reason }) => {
    const product = published.find((candidate) => candidate.slug === slug)
    return product ? [{ product, reason }] : []
  })
  if (recommendations.length === RECOMMENDATIONS.length) return recommendations
  const { listings } = await listListings(ctx, {
    sort: 'newest',
    inStock: true,
    limit: RECOMMENDATIONS.length,
  })
  return listings.map((product) => ({ product, reason: product.tagline }))
}
