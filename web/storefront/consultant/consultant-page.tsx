import { recommendProducts } from '#core/storefront/recommendations.server.ts'
import { shopContext } from '#web/request-context.ts'
import { Article, articleMeta } from '../article.tsx'
import { toProductCard } from '../product/product-card-data.ts'
import type { Route } from './+types/consultant-page'
import { type ConsultantAdvice, DEMO_NOTICE, Recommendations } from './recommendations.tsx'

export const meta = articleMeta(
  'Beauty consultant',
  'Three products to start with: one for the morning, one for the day, and one for the night.',
  '/consultant',
)

/** Serves the dialog on Home, and a page of its own where scripts or a camera are missing. */
export async function loader({ context }: Route.LoaderArgs): Promise<ConsultantAdvice> {
  const ctx = shopContext(context)
  const recommendations = await recommendProducts(ctx)
  return {
    region: ctx.region,
    recommendations: recommendations.map(({ product, reason }) => ({
      card: toProductCard(product, ctx.terms),
      reason,
    })),
  }
}

export default function ConsultantPage({ loaderData }: Route.ComponentProps) {
  return (
    <Article title="Where to start" lead={DEMO_NOTICE}>
      <Recommendations advice={loaderData} sizes="(min-width: 40rem) 29vw, 100vw" />
    </Article>
  )
}
