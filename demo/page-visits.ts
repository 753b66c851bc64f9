import { saveVisitCounts } from '#core/analytics/visits.server.ts'
import type { CountedPage, PageCount, SourceCount, TermCount } from '#core/analytics/visits.ts'
import { toVisitSource } from '#core/orders/sources/visit-source.ts'
import { DAY_MS } from '#core/time-units.ts'
import { DUCKDUCKGO, GOOGLE, INSTAGRAM, NEWSLETTER, PINTEREST } from './orders/order-sources.ts'
import type { SeedEvent } from './seed-store.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

const DAYS = 90
const REGIONS = [
  ['US', 1],
  ['GB', 0.3],
  ['CA', 0.2],
  ['IN', 0.15],
] as const
const COUNTED_PAGES: CountedPage[] = ['visit', 'product', 'checkout']
/** Shares of the visits. The rest came directly. */
const SOURCES = [
  [GOOGLE, 0.27],
  [INSTAGRAM, 0.19],
  [NEWSLETTER, 0.12],
  [DUCKDUCKGO, 0.07],
  [PINTEREST, 0.05],
] as const
const TERMS_WITH_RESULTS = [
  ['serum', 19],
  ['rose', 14],
  ['lipstick', 12],
  ['night cream', 9],
  ['shampoo', 8],
  ['perfume', 8],
  ['brush', 6],
  ['vitamin c', 5],
  ['oil', 5],
  ['balm', 4],
] as const
const TERMS_WITHOUT_RESULTS = [
  ['sunscreen spf 50', 6],
  ['gift card', 5],
  ['beard', 2],
  ['self tan', 2],
] as const

/** Daily totals, as the store itself records them. */
export function visitEvents(now: number): SeedEvent[] {
  const random = createSeededRandom(51)
  return Array.from({ length: DAYS }, (_, daysAgo) => {
    const at = now - daysAgo * DAY_MS
    const pages = pageCounts(random)
    const counts = { pages, terms: termCounts(random), sources: sourceCounts(pages) }
    return { at, run: ({ db }) => saveVisitCounts(db, new Date(at).toISOString().slice(0, 10), counts) }
  })
}

function pageCounts(random: SeededRandom): PageCount[] {
  return REGIONS.flatMap(([region, share]) => {
    const visit = random.integer(14, 30) * share
    const times = {
      visit,
      product: visit * random.between(1.1, 1.7),
      checkout: visit * random.between(0.04, 0.08),
    }
    return COUNTED_PAGES.map((what) => ({ region, what, times: Math.round(times[what]) }))
  })
}

function sourceCounts(pages: PageCount[]): SourceCount[] {
  const visits = pages.filter(({ what }) => what === 'visit').reduce((sum, { times }) => sum + times, 0)
  return SOURCES.map(([source, share]) => ({ ...toVisitSource(source), times: Math.round(visits * share) }))
}

function termCounts(random: SeededRandom): TermCount[] {
  const terms = [
    ...TERMS_WITH_RESULTS.map(([term, frequency]) => ({ term, frequency, found: true })),
    ...TERMS_WITHOUT_RESULTS.map(([term, frequency]) => ({ term, frequency, found: false })),
  ]
  return terms
    .map(({ term, frequency, found }) => ({
      term,
      found,
      times: random.integer(0, Math.ceil(frequency / 3)),
    }))
    .filter(({ times }) => times > 0)
}
