import type { FilePicture } from '../product-csv.ts'
import type { ShopifyRow } from './shopify-csv.ts'

/** Of a product's lines. A variant shows its own picture first, and none of those that other variants have. */
export function readShopifyPictures(lines: ShopifyRow[]): (variant: ShopifyRow) => FilePicture[] {
  const gallery = lines
    .flatMap((row, index): (FilePicture & { position: number })[] => {
      const source = row.image?.trim()
      const position = Number(row.imagePosition) || index + 1
      return source ? [{ source, alt: row.imageAlt?.trim() ?? '', position }] : []
    })
    .toSorted((one, other) => one.position - other.position)
  const variantSources = new Set(lines.flatMap(({ variantImage }) => variantImage?.trim() || []))
  return (variant) => {
    const own = variant.variantImage?.trim()
    const alt = gallery.find(({ source }) => source === own)?.alt ?? ''
    const shared = gallery.filter(({ source }) => source !== own && !variantSources.has(source))
    return [...(own ? [{ source: own, alt }] : []), ...shared.map(({ source, alt }) => ({ source, alt }))]
  }
}
