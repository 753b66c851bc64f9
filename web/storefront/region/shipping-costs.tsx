import { formatPrice, type Region } from '#core/regions/regions.ts'
import { DefinitionList } from '../article.tsx'
import { deliveryTime } from './region-terms.ts'

/** What shipping costs in the shopper's region, and how long it takes. */
export function ShippingCosts({ region }: { region: Region }) {
  const { shippingFee, freeShippingAbove, country, currency } = region
  const threshold = formatPrice(freeShippingAbove, region).display
  const fee = formatPrice(shippingFee, region).display
  const costs: [string, string][] = shippingFee
    ? [
        [`Orders over ${threshold}`, 'Free'],
        [`Orders up to ${threshold}`, fee],
      ]
    : [['Every order', 'Free']]
  return (
    <DefinitionList
      items={[
        ...costs,
        ['Delivery', deliveryTime(region)],
        ['Currency', `${currency.toUpperCase()} (${country})`],
      ]}
    />
  )
}
