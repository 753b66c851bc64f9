export type Category = 'Skincare' | 'Makeup' | 'Haircare' | 'Fragrance' | 'Tools & Accessories'

/** What a demo product is made from. Prices are whole US cents; sizes decide the unit price. */
export type DemoProduct = {
  slug: string
  name: string
  /** The line of the house that it belongs to, shown in small capitals above the name. */
  brand: string
  category: Category
  /** One line of what it does, shown on cards. */
  tagline: string
  description: string
  price: number
  /** A former, higher price that was really asked; leave out for most products. */
  originalPrice?: number
  /** `null` for things that have no measure (a brush). */
  size: { quantity: number; unit: 'ml' | 'g' } | null
  benefits: string[]
  /** INCI names in falling order of weight; empty for tools. */
  ingredients: string[]
  howToUse: string[]
  /** Words that people use for it and that stand nowhere above. */
  keywords: string[]
  stock: number
  reviews: DemoReview[]
}

/** `by` is the position of the reviewer in the list of demo customers. */
export type DemoReview = {
  by: number
  rating: 1 | 2 | 3 | 4 | 5
  title: string
  text: string
  daysAgo: number
}
