import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { formatFigure } from '#core/money.ts'
import { StatList } from '../ui/stat-list.tsx'

/** For staff who may not change products. */
export function ProductSummary({ product }: { product: AdminProduct }) {
  const { brand, category, sku, price, status } = product
  return (
    <StatList
      stats={[
        ['Brand', brand || 'None'],
        ['Category', category],
        ['SKU', sku || 'None'],
        ['Price', formatFigure({ amount: price, currency: 'usd' })],
        ['Status', { draft: 'Draft', published: 'Published', archived: 'Archived' }[status]],
      ]}
    />
  )
}
