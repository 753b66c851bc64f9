import type { AdminProduct } from '#core/catalog/admin-products.server.ts'

export const GRID_FIELDS = ['category', 'price', 'originalPrice', 'stock', 'featured', 'status'] as const
export type GridField = (typeof GRID_FIELDS)[number]

const formatCents = (cents: number) => (cents / 100).toFixed(2)

export function gridCells(product: AdminProduct): Record<GridField, string> {
  return {
    category: product.category,
    price: formatCents(product.price),
    originalPrice: product.originalPrice === null ? '' : formatCents(product.originalPrice),
    stock: '',
    featured: product.featured ? 'yes' : 'no',
    status: product.status,
  }
}
