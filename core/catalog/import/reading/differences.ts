import { IMPORT_DIFFERENCES, type ImportDifference, type ImportProblem } from '../product-import.ts'
import type { ShopifyRow } from './shopify-csv.ts'

const isNo = (text = '') => /^(false|no|0)$/i.test(text.trim())

export function findDifferences({
  policy = '',
  stock,
  tracker,
  taxable,
  taxCode,
  downloads,
}: ShopifyRow): ImportDifference[] {
  const isOversold = /^(continue|true)$/i.test(policy.trim())
  const applies: Record<ImportDifference, boolean> = {
    oversold: isOversold,
    untracked: !isOversold && tracker?.trim() === '',
    uncounted: !isOversold && stock === undefined && tracker?.trim() !== '',
    untaxed: isNo(taxable),
    taxCode: Boolean(taxCode?.trim()),
    downloads: downloads !== undefined,
  }
  return IMPORT_DIFFERENCES.filter((difference) => applies[difference])
}

export function unsupportedKind({ giftCard = '', requiresShipping }: ShopifyRow): ImportProblem[] {
  if (/^(true|yes|1)$/i.test(giftCard.trim()))
    return [{ column: 'Gift Card', value: giftCard.trim(), problem: GIFT_CARD }]
  return isNo(requiresShipping)
    ? [{ column: 'Variant Requires Shipping', value: requiresShipping?.trim() ?? '', problem: NOT_SHIPPED }]
    : []
}

const GIFT_CARD = 'Gift cards can’t be imported as products. Remove this line.'
const NOT_SHIPPED = 'Every product here is shipped, so this one can’t be sold yet. Remove this line.'

export function createDifferenceCounts() {
  const counts = new Map<ImportDifference, number>()
  const count = (differences: ImportDifference[] = []) => {
    for (const difference of differences) counts.set(difference, (counts.get(difference) ?? 0) + 1)
  }
  const notes = () =>
    IMPORT_DIFFERENCES.flatMap((difference) => {
      const products = counts.get(difference)
      return products ? NOTES[difference](products) : []
    })
  return { count, notes }
}

const subject = (count: number, one: string, other: string) =>
  count === 1 ? `1 product ${one}` : `${count.toLocaleString('en-US')} products ${other}`

const NOTES: Record<ImportDifference, (count: number) => string> = {
  oversold: (count) =>
    `${subject(count, 'may be sold without stock in the file. Here it is', 'may be sold without stock in the file. Here they are')} sold out at 0.`,
  untracked: (count) =>
    `${subject(count, 'has no tracked stock in the file. Here it is', 'have no tracked stock in the file. Here they are')} sold out at 0: enter the stock.`,
  uncounted: (count) =>
    `${subject(count, 'has', 'have')} no stock in the file. A new product is sold out until you enter its stock.`,
  untaxed: (count) =>
    `${subject(count, 'isn’t taxed', 'aren’t taxed')} in the file. This store taxes every product at its region’s rate.`,
  taxCode: (count) =>
    `${subject(count, 'has a tax code or class', 'have a tax code or class')} in the file. This store taxes every product at its region’s rate.`,
  downloads: (count) =>
    `${subject(count, 'has downloads in the file. Here it is', 'have downloads in the file. Here they are')} sold without.`,
}
