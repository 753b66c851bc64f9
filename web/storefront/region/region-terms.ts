import { toDecimal } from '#core/money.ts'
import { countryWithArticle } from '#core/regions/country-name.ts'
import { formatPrice, type Region } from '#core/regions/regions.ts'
import type { Terms } from '#core/regions/terms.ts'

export function deliveryTime({ deliveryDays: [min, max] }: Region): string {
  if (min !== max) return `${min}–${max} business days`
  return max === 1 ? '1 business day' : `${max} business days`
}

/** The title names the threshold in US dollars, the description in the region's currency. */
export function freeShipping(region: Region): { title: string; description: string } {
  const { shippingFee, freeShippingAbove } = region
  if (shippingFee === 0) return { title: 'Free Shipping', description: 'On every order.' }
  return {
    title: `Free Shipping on orders ${toDecimal(freeShippingAbove)}+`,
    description: `On orders over ${formatPrice(freeShippingAbove, region).display}.`,
  }
}

export function taxSentence({ taxRate, taxIncluded, shippingTaxed }: Region): string {
  const percent = `${toDecimal(taxRate)}%`
  if (taxRate === 0) return 'We charge no tax.'
  const shipping = shippingTaxed ? ' and shipping' : ''
  return taxIncluded
    ? `Prices${shipping} include ${percent} tax. Your cart and checkout show the tax in your total before you pay.`
    : `Tax is ${percent} of what you pay for the products${shipping}. Your cart and checkout show it on a separate line before you pay.`
}

/** The countries that the store ships to. */
export function regionList({ regions }: Pick<Terms, 'regions'>): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(regions.map(countryWithArticle))
}

/** What shipping costs in the shopper's region, and how long it takes. */
export function shippingCosts(region: Region): [string, string][] {
  const { shippingFee, freeShippingAbove, country, currency } = region
  const threshold = formatPrice(freeShippingAbove, region).display
  const costs: [string, string][] = shippingFee
    ? [
        [`Orders over ${threshold}`, 'Free'],
        [`Orders up to ${threshold}`, formatPrice(shippingFee, region).display],
      ]
    : [['Every order', 'Free']]
  return [
    ...costs,
    ['Delivery', deliveryTime(region)],
    ['Currency', `${currency.toUpperCase()} (${country})`],
  ]
}
