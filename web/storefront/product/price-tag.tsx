import { formatPrice, type Region } from '#core/regions/regions.ts'
import type { ProductCardData } from './product-card-data.ts'

type Props = { price: number; originalPrice: number | null; region: Region }

/** Wide enough for any currency, so a region detected late causes no layout shift. */
const PRICE = 'inline-block min-w-[4.5em]'

export function PriceTag({ price, originalPrice, region }: Props) {
  const currentPrice = formatPrice(price, region).display
  if (originalPrice === null) return <span className={`tabular ${PRICE}`}>{currentPrice}</span>
  return (
    <span className="tabular">
      <span className="sr-only">Now </span>
      <span className={`text-rosewood ${PRICE}`}>{currentPrice}</span>
      <span className="sr-only">, was </span>
      <s className={`ml-2 text-ink-soft ${PRICE}`}>{formatPrice(originalPrice, region).display}</s>
    </span>
  )
}

type CardPriceProps = {
  card: Pick<ProductCardData, 'price' | 'originalPrice' | 'choices'>
  region: Region
}

export function CardPrice({ card: { price, originalPrice, choices }, region }: CardPriceProps) {
  return (
    <span>
      {choices?.pricesDiffer && 'from '}
      <PriceTag price={price} originalPrice={originalPrice} region={region} />
    </span>
  )
}
