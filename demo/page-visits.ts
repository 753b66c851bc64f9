import type { TableRow } from './insert-rows.ts'
import { createSeededRandom } from './seeded-random.ts'

const DAY = 24 * 3_600_000
const DAYS = 90
const REGIONS = [
  ['US', 1],
  ['GB', 0.3],
  ['CA', 0.2],
  ['IN', 0.15],
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
export function visitRows(now: number): [table: string, rows: TableRow[]][] {
  const random = createSeededRandom(51)
  const days = Array.from({ length: DAYS }, (_, daysAgo) =>
    new Date(now - daysAgo * DAY).toISOString().slice(0, 10),
  )
  const pages = days.flatMap((day) =>
    REGIONS.flatMap(([region, share]) => {
      const visit = random.integer(14, 30) * share
      const times = {
        visit,
        product: visit * random.between(1.1, 1.7),
        checkout: visit * random.between(0.04, 0.08),
      }
      return Object.entries(times).map(([what, n]) => ({ day, region, what, times: Math.round(n) }))
    }),
  )
  const terms = (termList: readonly (readonly [string, number])[], hasResults: boolean) =>
    days.flatMap((day) =>
      termList.flatMap(([term, frequency]) => {
        const times = random.integer(0, Math.ceil(frequency / 3))
        return times ? [{ day, term, times, found: hasResults }] : []
      }),
    )
  return [
    ['page_counts', pages],
    ['searched', [...terms(TERMS_WITH_RESULTS, true), ...terms(TERMS_WITHOUT_RESULTS, false)]],
  ]
}
