import { createCollection } from '#core/catalog/collections/manage-collections.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import { adminContext, lookUp, type SeedEvent } from './seed-store.ts'

/** One by rule, and one whose products are chosen. */
export function collectionEvents(now: number): SeedEvent[] {
  const at = now - 20 * DAY_MS
  return [
    {
      at,
      async run(store) {
        const ctx = adminContext(store, at)
        await createCollection(ctx, {
          name: 'Gifts under $50',
          slug: 'gifts-under-50',
          description: 'Small enough for a stocking, and good enough to keep.',
          rule: { maxPrice: 5000 },
        })
        await createCollection(ctx, {
          name: 'A slow evening',
          description: 'For the hour between the last message and sleep.',
          productIds: EVENING.map((slug) => lookUp(store.productIds, slug)),
        })
      },
    },
  ]
}

const EVENING = [
  'rose-hip-night-serum',
  'rose-quartz-gua-sha',
  'apricot-kernel-body-oil',
  'fig-tree-room-diffuser',
]
