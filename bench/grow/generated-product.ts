import type { Category } from '#demo/products/demo-product.ts'

/** What orders need to know about a product; its description is generated when it is copied. */
export type GeneratedProduct = {
  id: string
  name: string
  category: Category
  price: number
  stock: number
  since: number
}
