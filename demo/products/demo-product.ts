export type Category = 'Skincare' | 'Makeup' | 'Haircare' | 'Fragrance' | 'Tools & Accessories'

/** Prices are in US cents. */
export type DemoProduct = {
  slug: string
  name: string
  brand: string
  category: Category
  tagline: string
  description: string
  price: number
  /** A higher price that was actually charged before. */
  originalPrice?: number
  /** `null` for products without a measure, such as a brush. */
  size: { quantity: number; unit: 'ml' | 'g' } | null
  benefits: string[]
  /** INCI names in descending order of weight; empty for tools. */
  ingredients: string[]
  howToUse: string[]
  /** Search terms that appear in none of the texts above. */
  keywords: string[]
  stock: number
  reviews: DemoReview[]
}

/** `by` is the reviewer's index in `people`. */
export type DemoReview = {
  by: number
  rating: 1 | 2 | 3 | 4 | 5
  title: string
  text: string
  daysAgo: number
}
