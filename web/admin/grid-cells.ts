import type { AdminProduct } from '#core/catalog/every-product.server.ts'

export const GRID_FIELDS = ['category', 'price', 'originalPrice', 'stock', 'featured', 'status'] as const
export type GridField = (typeof GRID_FIELDS)[number]

const decimals = (cents: number) => (cents / 100).toFixed(2)

/** What stands in a row's cells before anybody types. */
export function gridCells(sheet: AdminProduct): Record<GridField, string> {
  return {
    category: sheet.category,
    price: decimals(sheet.price),
    originalPrice: sheet.originalPrice === null ? '' : decimals(sheet.originalPrice),
    stock: '',
    featured: sheet.featured ? 'yes' : 'no',
    status: sheet.status,
  }
}
