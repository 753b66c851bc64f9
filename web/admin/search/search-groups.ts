import type { Profile } from '#core/accounts/account.ts'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import type { OrderListItem } from '#core/orders/admin/order-list.server.ts'
import { MORE_SCREENS, SCREENS } from '../screens.ts'

/** `to` is relative to the current layout. */
export type SearchResult = { to: string; title: string; detail?: string }
export type SearchGroup = { title: string; results: SearchResult[] }

export const MIN_QUERY_LENGTH = 2

const PAGES: SearchResult[] = [
  ...[...SCREENS, ...MORE_SCREENS].map(({ to, title }) => ({ to, title })),
  { to: 'products/new', title: 'Add product' },
  { to: 'products/grid', title: 'Bulk edit products' },
  { to: 'products/families', title: 'Families' },
  { to: 'products/families/new', title: 'New family' },
  { to: 'products/import', title: 'Import products' },
  { to: 'orders?show=to-pack&sort=oldest', title: 'Orders to fulfill' },
  { to: 'returns?show=open&sort=oldest', title: 'Open returns' },
  { to: 'products?show=low', title: 'Low-stock products' },
  { to: 'reviews?show=pending', title: 'Pending reviews' },
  { to: 'accounting/ledger', title: 'Ledger' },
]

export function findPages(text: string): SearchGroup {
  const words = text.trim().toLowerCase().split(/\s+/)
  const results = PAGES.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  return { title: 'Pages', results }
}

type SearchMatches = { orders: OrderListItem[]; customers: Profile[]; products: AdminProduct[] }

export function toSearchGroups({ orders, customers, products }: SearchMatches): SearchGroup[] {
  const groups: SearchGroup[] = [
    {
      title: 'Orders',
      results: orders.map(({ number, buyer, email }) => ({
        to: `orders/${number}`,
        title: number,
        detail: buyer || email,
      })),
    },
    {
      title: 'Customers',
      results: customers.map(({ id, fullName, email }) => ({
        to: `users/${id}`,
        title: fullName || email,
        detail: fullName ? email : undefined,
      })),
    },
    {
      title: 'Products',
      results: products.map(({ id, name, brand, sku }) => ({
        to: `products/${id}`,
        title: name,
        detail: [brand, sku].filter(Boolean).join(' · '),
      })),
    },
  ]
  return groups.filter(({ results }) => results.length > 0)
}
