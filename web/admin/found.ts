import type { Profile } from '#core/accounts/account.ts'
import type { AdminProduct } from '#core/catalog/every-product.server.ts'
import type { OrderListItem } from '#core/orders/all-orders.server.ts'
import { MORE_SCREENS, SCREENS } from './screens.ts'

/** Somewhere to go: under the layout in use. */
export type Place = { to: string; title: string; beside?: string }
export type Found = { title: string; places: Place[] }

/** One letter is met by too much to be of use. */
export const LEAST_LETTERS = 2

const PAGES: Place[] = [
  ...[...SCREENS, ...MORE_SCREENS].map(({ to, title }) => ({ to, title })),
  { to: 'products/new', title: 'New product' },
  { to: 'products/grid', title: 'Edit products in a grid' },
  { to: 'products/import', title: 'Import products' },
  { to: 'orders?show=to-pack&sort=oldest', title: 'Orders to pack' },
  { to: 'products?show=low', title: 'Products low in stock' },
  { to: 'reviews?show=pending', title: 'Reviews to read' },
  { to: 'accounting/ledger', title: 'Ledger' },
]

export function pagesLike(text: string): Found {
  const words = text.trim().toLowerCase().split(/\s+/)
  const places = PAGES.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  return { title: 'Pages', places }
}

type Rows = { orders: OrderListItem[]; people: Profile[]; products: AdminProduct[] }

/** What there is by that name, and where it is shown. */
export function placesOf({ orders, people, products }: Rows): Found[] {
  const groups: Found[] = [
    {
      title: 'Orders',
      places: orders.map(({ number, buyer, email }) => ({
        to: `orders/${number}`,
        title: number,
        beside: buyer || email,
      })),
    },
    {
      title: 'Customers',
      places: people.map(({ id, fullName, email }) => ({
        to: `users/${id}`,
        title: fullName || email,
        beside: fullName ? email : undefined,
      })),
    },
    {
      title: 'Products',
      places: products.map(({ id, name, brand }) => ({ to: `products/${id}`, title: name, beside: brand })),
    },
  ]
  return groups.filter(({ places }) => places.length > 0)
}
