import { maxCartQuantity } from '#core/cart/cart.ts'
import type { ListedFamily, ListingSummary } from '#core/catalog/listings/listing.ts'
import { type ProductSummary, stockState } from '#core/catalog/product.ts'
import { type Picture, toPicture } from '#core/media/picture.ts'
import type { Terms } from '#core/regions/terms.ts'

/** Only what a card shows, to keep the page data small. */
export type ProductCardData = Pick<
  ProductSummary,
  'id' | 'slug' | 'name' | 'brand' | 'tagline' | 'price' | 'originalPrice'
> & {
  picture: Picture
  note: string | undefined
  maxQuantity: number
  choices: CardChoices | undefined
}

export type CardChoices = {
  /** Such as 12 shades, 2 sizes. */
  text: string
  /** What the card's button asks to choose. */
  option: string
  colors: string[]
  pricesDiffer: boolean
}

const MAX_DOTS = 5

export function toProductCards(
  listings: ListingSummary[],
  terms: Pick<Terms, 'lowStock'>,
): ProductCardData[] {
  return listings.map((listing) => toProductCard(listing, terms))
}

export function toProductCard(product: ListingSummary, terms: Pick<Terms, 'lowStock'>): ProductCardData {
  const { id, slug, name, brand, tagline, price, originalPrice, stock, isPreorder, family } = product
  const card = { id, slug, name, brand, tagline, price, originalPrice, picture: toPicture(product.image) }
  const choices = family && toChoices(family)
  if (!choices)
    return {
      ...card,
      note: isPreorder && stock > 0 ? 'Pre-order' : stockNote(stock, terms),
      maxQuantity: maxCartQuantity(stock),
      choices: undefined,
    }
  return {
    ...card,
    name: family.name,
    price: family.lowestPrice,
    originalPrice: choices.pricesDiffer ? null : originalPrice,
    note: family.inStock ? undefined : stockNote(0, terms),
    maxQuantity: 0,
    choices,
  }
}

/** A family with one product leaves nothing to choose. */
function toChoices({
  shades,
  sizes,
  choices,
  swatches,
  lowestPrice,
  highestPrice,
}: ListedFamily): CardChoices | undefined {
  const named = [...(shades > 1 ? [`${shades} shades`] : []), ...(sizes > 1 ? [`${sizes} sizes`] : [])]
  const counts = choices > 1 ? [`${choices} options`] : named
  if (!counts.length) return undefined
  return {
    text: counts.join(', '),
    option: choices > 1 ? 'an option' : shades > 1 ? 'a shade' : 'a size',
    colors: shades > 1 ? [...new Set(swatches.map(({ color }) => color))].slice(0, MAX_DOTS) : [],
    pricesDiffer: highestPrice > lowestPrice,
  }
}

export function stockNote(stock: number, { lowStock }: Pick<Terms, 'lowStock'>): string | undefined {
  const notes = { sold_out: 'Sold out', low: `Only ${stock} left`, available: undefined }
  return notes[stockState(stock, lowStock)]
}
