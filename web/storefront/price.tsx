import { formatPrice, type RegionCode } from '#core/regions/regions.ts'

type Props = { price: number; originalPrice: number | null; region: RegionCode }

export function PriceTag({ price, originalPrice, region }: Props) {
  if (originalPrice === null) return <span className="tabular">{formatPrice(price, region).display}</span>
  return (
    <span className="tabular">
      <span className="sr-only">Now </span>
      <span className="text-rosewood">{formatPrice(price, region).display}</span>
      <span className="sr-only">, before </span>
      <s className="ml-2 text-ink-soft">{formatPrice(originalPrice, region).display}</s>
    </span>
  )
}
