import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { CUSTOM_OPTIONS } from '#core/catalog/families/family-options.ts'
import { PRODUCT_FIELDS } from '#core/catalog/product-fields.ts'
import { formatSize } from '#core/catalog/size.ts'
import type { Field } from '#core/fields/fields.ts'

export const GRID_FIELDS = [
  'shadeName',
  'shadeCode',
  'shadeColor',
  'shadeFinish',
  'size',
  ...CUSTOM_OPTIONS,
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

export function gridCells(product: AdminProduct): Record<GridField, string> {
  const cells = GRID_FIELDS.map((name) => {
    if (name === 'stock') return [name, '']
    if (name === 'size') return [name, formatSize(product)]
    const { format }: Field = PRODUCT_FIELDS[name]
    return [name, format(product[name])]
  })
  return Object.fromEntries(cells)
}
