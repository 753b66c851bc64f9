import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { formatSize } from '../read-size.ts'

export const GRID_FIELDS = [
  'shadeName',
  'shadeCode',
  'shadeColor',
  'shadeFinish',
  'size',
  'category',
  'price',
  'originalPrice',
  'sku',
  'barcode',
  'stock',
  'featured',
  'status',
] as const
export type GridField = (typeof GRID_FIELDS)[number]

const formatCents = (cents: number) => (cents / 100).toFixed(2)

export function gridCells(product: AdminProduct): Record<GridField, string> {
  return {
    shadeName: product.shadeName ?? '',
    shadeCode: product.shadeCode ?? '',
    shadeColor: product.shadeColor ?? '',
    shadeFinish: product.shadeFinish ?? '',
    size: formatSize(product),
    category: product.category,
    price: formatCents(product.price),
    originalPrice: product.originalPrice === null ? '' : formatCents(product.originalPrice),
    sku: product.sku ?? '',
    barcode: product.barcode ?? '',
    stock: '',
    featured: product.featured ? 'yes' : 'no',
    status: product.status,
  }
}
