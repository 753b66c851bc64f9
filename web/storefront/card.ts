import { type Product, stockState } from '#core/catalog/product.ts'
import type { Picture } from '#core/media/picture.ts'

/** What a card shows of a product: no more travels to the browser than is seen. */
export type ProductCardData = Pick<
  Product,
  'id' | 'name' | 'brand' | 'tagline' | 'price' | 'originalPrice'
> & {
  picture: Picture
  note: string | undefined
}

export function toCard(product: Product): ProductCardData {
  const { id, name, brand, tagline, price, originalPrice } = product
  return {
    id,
    name,
    brand,
    tagline,
    price,
    originalPrice,
    picture: product.image,
    note: stockNote(product.stock),
  }
}

export function stockNote(stock: number): string | undefined {
  const notes = { sold_out: 'Sold out', low: `Only ${stock} left`, available: undefined }
  return notes[stockState(stock)]
}
