import type { Profile } from '#core/accounts/account.ts'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import type { OrderListItem } from '#core/orders/admin/order-list.server.ts'
import { mayOpenScreen } from '../screen.ts'
import { SCREEN_LINKS } from '../screens.ts'
import type { HasPermission } from '../ui/can.tsx'

/** `to` is relative to the current layout. */
export type SearchResult = { to: string; title: string; detail?: string }
export type SearchGroup = { title: string; results: SearchResult[] }

export const MIN_QUERY_LENGTH = 2

/** Filtered lists, which need the permission of their screen. */
const FILTERED_SCREENS = [
  { screen: 'orders', query: 'show=to-pack&sort=oldest', title: 'Orders to fulfill' },
  { screen: 'returns', query: 'show=open&sort=oldest', title: 'Open returns' },
  { screen: 'products', query: 'show=low', title: 'Low-stock products' },
  { screen: 'reviews', query: 'show=pending', title: 'Pending reviews' },
]
const PAGES = [
  ...SCREEN_LINKS,
  ...FILTERED_SCREENS.flatMap(({ screen, query, title }) =>
    SCREEN_LINKS.filter(({ to }) => to === screen).map((link) => ({
      ...link,
      to: `${screen}?${query}`,
      title,
    })),
  ),
]

export function findPages(text: string, can: HasPermission): SearchGroup {
  const words = text.trim().toLowerCase().split(/\s+/)
  const results = PAGES.filter(
    ({ title, access }) =>
      words.every((word) => title.toLowerCase().includes(word)) && mayOpenScreen(access, can),
  )
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
