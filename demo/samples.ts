import { createSample } from '#core/samples/manage-samples.server.ts'
import { DEFAULT_SAMPLES } from '#core/settings/sample-settings.ts'
import { DAY_MS } from '#core/time-units.ts'
import type { DemoOrder } from './orders/demo-orders.ts'
import { catalog } from './products/catalog.ts'
import { datePrices } from './products/product-events.ts'
import { adminContext, lookUp, type SeedEvent, type SeedStore } from './seed-store.ts'

/** In days. */
const SAMPLES_AGE = 75

/** By the slug of the full size. */
const SAMPLES: [slug: string, name: string, stock: number][] = [
  ['rose-hip-night-serum', 'Rose Hip Night Serum, 2 ml sample', 240],
  ['white-peony-day-cream', 'White Peony Day Cream, 3 ml sample', 180],
  ['cedar-and-salt-eau-de-parfum', 'Cedar and Salt Eau de Parfum, 1.5 ml sample', 120],
  ['vitamin-c-morning-serum', 'Vitamin C Morning Serum, 2 ml sample', 150],
  ['camellia-hair-oil', 'Camellia Hair Oil, 5 ml sample', 90],
  ['orange-blossom-facial-mist', 'Orange Blossom Facial Mist, 5 ml sample', 60],
]

const sampleKey = (slug: string) => `sample of ${slug}`

export function sampleEvents(now: number): SeedEvent[] {
  return SAMPLES.map(([slug, name, stock], index) => {
    const at = now - SAMPLES_AGE * DAY_MS + index * 60_000
    return {
      at,
      async run(store) {
        const product = lookUp(store.productIds, slug)
        const { id } = await createSample(adminContext(store, at), { product, name, stock })
        await datePrices(store, id, at)
        store.productIds.set(sampleKey(slug), id)
      },
    }
  })
}

/** Two orders of three that are large enough have samples. */
export function demoSamples(
  { productIds }: SeedStore,
  { number, lines }: Pick<DemoOrder, 'number' | 'lines'>,
): string[] {
  const subtotal = lines.reduce((sum, { slug, quantity }) => sum + priceOf(slug) * quantity, 0)
  const digit = Number(number.slice(-2))
  // Prices in rupees are rounded, so a subtotal close to the minimum may be below it.
  if (subtotal < DEFAULT_SAMPLES.minimum + 500 || digit % 3 === 0) return []
  const chosen = [digit % SAMPLES.length, (digit + 2) % SAMPLES.length]
  return chosen.flatMap((index) => productIds.get(sampleKey(SAMPLES[index]?.[0] ?? '')) ?? [])
}

const priceOf = (slug: string) => catalog.find((product) => product.slug === slug)?.price ?? 0
