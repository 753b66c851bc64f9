import { formatDate } from '../dates.ts'
import { formatMoney } from '../money.ts'
import { regionalAmount } from '../pricing/quote.ts'
import type { Region } from '../regions/regions.ts'

/** The offer that reduces a product's price. */
export type Sale = {
  title: string
  startsAt: Date
  endsAt: Date | null
  /** The lowest price of the 30 days before, in minor units of the region's currency. Null elsewhere, or if it isn't known. */
  lowestAmount: number | null
}

/** The title of sales that come from a compare-at price. */
const UNNAMED = 'Sale price'

/** What the page says about a reduced price: why, until when, and compared with which price. */
export function saleNotes(price: number, sale: Sale | null, region: Region, timeZone: string): string[] {
  if (!sale) return []
  const { title, endsAt, lowestAmount } = sale
  // An end at midnight is the end of the day before.
  const until = endsAt && `until ${formatDate(new Date(endsAt.getTime() - 1), timeZone)}`
  const reason = title === UNNAMED ? until && `Reduced ${until}` : [title, until].filter(Boolean).join(', ')
  return [
    ...(reason ? [`${reason}.`] : []),
    ...(lowestAmount === null ? [] : [lowestNote(regionalAmount(price, region), lowestAmount, region)]),
  ]
}

/** The percentage is of that price: compared with a higher one, it would be misleading. */
function lowestNote(amount: number, lowestAmount: number, { currency }: Region): string {
  const percent = Math.floor(((lowestAmount - amount) * 100) / lowestAmount)
  const reduction = percent > 0 ? ` (−${percent}%)` : ''
  return `Lowest price of the last 30 days: ${formatMoney({ amount: lowestAmount, currency })}${reduction}.`
}
