import { recommendProducts } from '#core/consultant/recommend.server.ts'
import { shopContext } from '../../visit.ts'
import { toCard } from '../card.ts'
import { Paper, paperMeta } from '../papers/paper.tsx'
import type { Route } from './+types/consultant-page.ts'
import { type Advice, DEMONSTRATION, Recommendations } from './recommendations.tsx'

export const meta = paperMeta(
  'Beauty consultant',
  'Three products to begin with: for the morning, the day and the night.',
  '/consultant',
)

/** The consultant's advice: for its dialog on Home, and as a page where no script runs or no camera is. */
export async function loader({ context }: Route.LoaderArgs): Promise<Advice> {
  const ctx = shopContext(context)
  const advice = await recommendProducts(ctx)
  return {
    region: ctx.region,
    advice: advice.map(({ product, reason: because }) => ({ card: toCard(product), because })),
  }
}

export default function ConsultantPage({ loaderData }: Route.ComponentProps) {
  return (
    <Paper title="Where to begin" lead={DEMONSTRATION}>
      <Recommendations found={loaderData} />
    </Paper>
  )
}
