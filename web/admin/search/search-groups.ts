import type { Profile } from '#core/accounts/account.ts'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import type { OrderListItem } from '#core/orders/admin/order-list.server.ts'
import type { Permission } from '#core/permissions/permissions.ts'
import { MORE_SCREENS, SCREENS } from '../screens.ts'
import type { Can } from '../ui/can.tsx'

/** `to` is relative to the current layout. */
export type SearchResult = { to: string; title: string; detail?: string }
export type SearchGroup = { title: string; results: SearchResult[] }

export const MIN_QUERY_LENGTH = 2

const PAGES: (SearchResult & { permission?: Permission })[] = [
  ...[...SCREENS, ...MORE_SCREENS].map(({ to, title, permission }) => ({ to, title, permission })),
  { to: 'products/new', title: 'Add product', permission: 'products.edit' },
  { to: 'products/grid', title: 'Bulk edit products', permission: 'products.edit' },
  { to: 'products/families', title: 'Families', permission: 'products.edit' },
  { to: 'products/families/new', title: 'New family', permission: 'products.edit' },
  { to: 'products/import', title: 'Import products', permission: 'products.edit' },
  { to: 'orders?show=to-pack&sort=oldest', title: 'Orders to fulfill', permission: 'orders.view' },
  { to: 'returns?show=open&sort=oldest', title: 'Open returns', permission: 'returns.process' },
  { to: 'products?show=low', title: 'Low-stock products', permission: 'products.view' },
  { to: 'reviews?show=pending', title: 'Pending reviews', permission: 'reviews.moderate' },
  { to: 'accounting/ledger', title: 'Ledger', permission: 'accounting.view' },
  { to: 'readiness', title: 'Deployment readiness', permission: 'settings.edit' },
]

export function findPages(text: string, can: Can): SearchGroup {
  const words = text.trim().toLowerCase().split(/\s+/)
  const results = PAGES.filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word)),
  ).filter(({ permission }) => !permission || can(permission))
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
