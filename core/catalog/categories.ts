export const CATEGORIES = ['Skincare', 'Makeup', 'Haircare', 'Fragrance', 'Tools & Accessories'] as const
export type Category = (typeof CATEGORIES)[number]

/** Ignores case, since people type category names into links. */
export function findCategory(name: string | null): Category | undefined {
  const lowerCaseName = name?.trim().toLowerCase()
  return CATEGORIES.find((category) => category.toLowerCase() === lowerCaseName)
}
