import type { Picture } from '../media/picture.ts'
import { divideHalfUp, type Price } from '../money.ts'
import { formatPrice, type RegionCode } from '../regions/regions.ts'

export const CATEGORIES = ['Skincare', 'Makeup', 'Haircare', 'Fragrance', 'Tools & Accessories'] as const
export type Category = (typeof CATEGORIES)[number]

export const SORTS = ['newest', 'name', 'price'] as const
export type Sort = (typeof SORTS)[number]

/** At this many or fewer the shop says so. */
export const LOW_STOCK = 5

export const PAGE_LIMIT = 24

/** What a list may be asked for. */
export type ProductFilter = {
  category?: Category
  sort: Sort
  inStock?: boolean
  limit: number
  cursor?: string
}

export type Product = {
  id: string
  slug: string
  name: string
  brand: string
  tagline: string
  description: string
  category: string
  /** US cents. */
  price: number
  originalPrice: number | null
  /** The main picture, and all of them; drawn where there is no photograph yet. */
  image: Picture
  images: Picture[]
  size: Size | null
  benefits: string[]
  ingredients: string[]
  howToUse: string[]
  featured: boolean
  inStock: boolean
  stock: number
  rating: number | null
  reviewCount: number
  createdAt: Date
  updatedAt: Date
}

export type Size = { quantity: number; unit: 'ml' | 'g' }

export function displaySize({ quantity, unit }: Size): string {
  return `${quantity} ${unit}`
}

/** The price of 100 ml or 100 g, which British and Indian law want beside the price; it helps everybody else too. */
export function unitPrice(price: number, size: Size, region: RegionCode): { price: Price; per: string } {
  const hundred = divideHalfUp(price * 10_000, Math.round(size.quantity * 100))
  return { price: formatPrice(hundred, region), per: `100 ${size.unit}` }
}

export type StockState = 'sold_out' | 'low' | 'available'

export function stockState(stock: number): StockState {
  if (stock <= 0) return 'sold_out'
  return stock <= LOW_STOCK ? 'low' : 'available'
}
