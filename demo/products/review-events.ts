import { writeReview } from '#core/reviews/write-review.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import type { DemoCustomer } from '../customers/customers.ts'
import { accountContext, lookUp, type SeedEvent } from '../seed-store.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { catalog } from './catalog.ts'

export function reviewEvents(customers: DemoCustomer[], now: number): SeedEvent[] {
  const random = createSeededRandom(5)
  return catalog.flatMap(({ slug, reviews }) =>
    reviews.map(({ by, rating, title, text: body, daysAgo }) => {
      const reviewer = customers[by]
      if (!reviewer) throw new Error(`A review of ${slug} names customer ${by}, who does not exist`)
      const at = Math.floor(now - (daysAgo + random.between(0, 0.8)) * DAY_MS)
      return {
        at,
        run(store) {
          const productId = lookUp(store.productIds, slug)
          return writeReview(accountContext(store, reviewer.email, at), { productId, rating, title, body })
        },
      } satisfies SeedEvent
    }),
  )
}
