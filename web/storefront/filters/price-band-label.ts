import { formatMoney } from '#core/money.ts'
import type { Region } from '#core/regions/regions.ts'
import type { PriceBand } from '#core/search/price-bands.ts'

export function priceBandLabel({ min, max }: PriceBand, region: Region): string {
  const { currency } = region
  const [from, to] = [min, (max ?? 0) + 1].map((amount) =>
    formatMoney({ amount, currency }).replace(/\.00$/, ''),
  )
  if (max === null) return `${from} and up`
  return min === 0 ? `Under ${to}` : `${from} to ${to}`
}
