import {
  type Account,
  addressRow,
  credentialRow,
  profileRow,
  settingsRow,
  subscriberRows,
  userRow,
} from './account-rows.ts'
import { type Chance, createChance } from './chance.ts'
import { type Customer, meetCustomers } from './customers.ts'
import { manualEntries } from './entry-rows.ts'
import type { Row } from './insert-rows.ts'
import { offerRow, offers } from './offers.ts'
import { type OrderRows, orderRows } from './order-rows.ts'
import { placeOrders } from './place-orders.ts'
import type { PlacedOrder } from './placed-order.ts'
import { GRACE, planOrders } from './plan-orders.ts'
import { deliveryRows, fillShelf, productRow, reviewRows, type ShelfProduct } from './shelf.ts'
import { visitRows } from './visits.ts'

export type Demo = { adminEmail: string; hashes: { admin: string; customer: string }; now: number }

const DAY = 24 * 3_600_000

/** Every row of the demo store, table by table, in the order in which they may be written. */
export function buildStore({ adminEmail, hashes, now }: Demo): [table: string, rows: Row[]][] {
  const plan = planOrders()
  const customers = meetCustomers(plan, now)
  const shelf = fillShelf(now)
  const chance = createChance(2026)
  const admin = administrator(adminEmail, now, chance)
  const orders = placeOrders(plan, shelf, customers, now)
  return [
    ...accountTables(admin, customers, hashes, chance),
    ['products', shelf.map(productRow)],
    ['offers', offers.map((offer) => offerRow(offer, now, chance))],
    ...orderTables(orders, shelf, { admin: admin.id, now, chance }),
    ['reviews', reviewRows(shelf, customers, now, chance)],
    ...visitRows(now),
    ['store_facts', [factRow(admin, customers, orders, shelf, now)]],
  ]
}

function administrator(email: string, now: number, chance: Chance): Account {
  const since = now - 372 * DAY
  return {
    id: chance.id('profile', since),
    email: email.toLowerCase(),
    name: 'Admin User',
    phone: null,
    role: 'admin',
    isDemo: true,
    since,
  }
}

function accountTables(
  admin: Account,
  customers: Customer[],
  hashes: Demo['hashes'],
  chance: Chance,
): [string, Row[]][] {
  const accounts = [admin, ...customers.map(accountOf)]
  const grace = accounts[GRACE + 1] ?? admin
  const housed = customers.filter((_, place) => place % 8 !== 7)
  return [
    ['auth_users', accounts.map(userRow)],
    ['auth_accounts', [credentialRow(admin, hashes.admin), credentialRow(grace, hashes.customer)]],
    ['profiles', accounts.map(profileRow)],
    ['profile_settings', accounts.map((account) => settingsRow(account, chance))],
    ['newsletter_subscribers', subscriberRows(accounts, chance)],
    ['addresses', housed.map((customer) => addressRow(customer, chance))],
  ]
}

function accountOf({ id, email, first, last, phone, since }: Customer): Account {
  return { id, email, name: `${first} ${last}`, phone, role: 'user', isDemo: true, since }
}

type Shop = { admin: string; now: number; chance: Chance }

function orderTables(
  orders: PlacedOrder[],
  shelf: ShelfProduct[],
  { admin, now, chance }: Shop,
): [string, Row[]][] {
  const rows = orders.map((order) => orderRows(order, admin, chance))
  const all = (table: keyof OrderRows) => rows.flatMap((order) => order[table])
  const sold = orders.flatMap(({ quote, paidAt }) =>
    quote.lines.map(({ productId, quantity }) => ({ product: productId, quantity, at: paidAt })),
  )
  const delivered = shelf.flatMap((product) => deliveryRows(product, sold, admin, now))
  const byHand = manualEntries(admin, now, chance)
  return [
    ['orders', all('orders')],
    ['order_items', all('order_items')],
    ['order_steps', inTime(all('order_steps'), 'at')],
    ['payments', all('payments')],
    ['stock_movements', inTime([...delivered, ...all('stock_movements')], 'created_at')],
    ['accounting', [...all('accounting'), ...byHand.map(({ entry }) => entry)]],
    ['accounting_lines', [...all('accounting_lines'), ...byHand.flatMap(({ lines }) => lines)]],
  ]
}

/** Numbered as if they had been written when they happened. */
function inTime(rows: Row[], column: string): Row[] {
  return rows.sort((one, other) => Number(one[column]) - Number(other[column]))
}

function factRow(
  admin: Account,
  customers: Customer[],
  orders: PlacedOrder[],
  shelf: ShelfProduct[],
  now: number,
) {
  const accounts = [admin.email, customers[GRACE]?.email]
  const counts = { customers: customers.length, orders: orders.length, products: shelf.length }
  return { key: 'demo', value: { seededAt: new Date(now), accounts, ...counts }, at: new Date(now) }
}
