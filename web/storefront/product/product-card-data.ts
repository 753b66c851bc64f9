import { maxCartQuantity } from '#core/cart/cart.ts'
import { type ProductSummary, stockState } from '#core/catalog/product.ts'
import type { Picture } from '#core/media/picture.ts'

/** Only what a card shows, to keep the page data small. */
export type ProductCardData = Pick<
  ProductSummary,
  'id' | 'slug' | 'name' | 'brand' | 'tagline' | 'price' | 'originalPrice'
> & {
  picture: Picture
  note: string | undefined
  maxQuantity: number
}

export function toProductCard(product: ProductSummary): ProductCardData {
  const { id, slug, name, brand, tagline, price, originalPrice, stock } = product
  const fields = { id, slug, name, brand, tagline, price, originalPrice }
  return { ...fields, picture: product.image, note: stockNote(stock), maxQuantity: maxCartQuantity(stock) }
}

export function stockNote(stock: number): string | undefined {
  const notes = { sold_out: 'Sold out', low: `Only ${stock} left`, available: undefined }
  return notes[stockState(stock)]
}
