import { z } from 'zod'
import type { RegionCode } from '../regions/regions.ts'
import { divideHalfUp, type Price } from '../money.ts'
import { formatPrice } from '../regions/regions.ts'

export const CATEGORIES = ['Skincare', 'Makeup', 'Haircare', 'Fragrance', 'Tools & Accessories'] as const
export type Category = (typeof CATEGORIES)[number]

export const SORTS = ['newest', 'name', 'price'] as const
export type Sort = (typeof SORTS)[number]

/** At this many or fewer the shop says so. */
export const LOW_STOCK = 5

export const PAGE_LIMIT = 24

/** What a list may be asked for. */
export const ProductFilter = z.object({
  category: z.enum(CATEGORIES).optional(),
  sort: z.enum(SORTS).default('newest'),
  inStock: z.boolean().optional(),
  limit: z.number().int().min(1).max(100).default(PAGE_LIMIT),
  cursor: z.string().max(400).optional(),
})
export type ProductFilter = z.infer<typeof ProductFilter>

export type ProductImage = {
  id: string
  url: string
  width: number
  height: number
  alt: string
  preview: string
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
  imageUrl: string | null
  images: ProductImage[]
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
