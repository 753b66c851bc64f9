import { manualEntries } from './accounting-rows.ts'
import {
  addressRow,
  credentialRow,
  type DemoAccount,
  profileRow,
  settingsRow,
  subscriberRows,
  userRow,
} from './customers/account-rows.ts'
import { buildCustomers, type DemoCustomer } from './customers/customers.ts'
import type { TableRow } from './insert-rows.ts'
import { offerRow, offers } from './offers.ts'
import { type OrderRows, orderRows } from './orders/order-rows.ts'
import { placeOrders } from './orders/place-orders.ts'
import type { PlacedOrder } from './orders/placed-order.ts'
import { GRACE_INDEX, planOrders } from './orders/plan-orders.ts'
import { returnRows } from './orders/return-rows.ts'
import { visitRows } from './page-visits.ts'
import {
  buildProducts,
  type DemoProductRecord,
  deliveryRows,
  productRow,
  reviewRows,
} from './products/product-rows.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { storeDetailsRow } from './store-details.ts'

export type DemoStoreOptions = {
  adminEmail: string
  hashes: { admin: string; customer: string }
  now: number
}

const DAY = 24 * 3_600_000

/** Tables in insertion order: referenced rows come first. */
export function buildDemoStore({
  adminEmail,
  hashes,
  now,
}: DemoStoreOptions): [table: string, rows: TableRow[]][] {
  const plan = planOrders()
  const customers = buildCustomers(plan, now)
  const products = buildProducts(now)
  const random = createSeededRandom(2026)
  const admin = buildAdminAccount(adminEmail, now, random)
  const orders = placeOrders(plan, products, customers, now)
  return [
    ...accountTables(admin, customers, hashes, random),
    ['products', products.map(productRow)],
    ['offers', offers.map((offer) => offerRow(offer, now, random))],
    ...orderTables(orders, products, {
      admin: admin.id,
      visitorEmail: customers[GRACE_INDEX]?.email,
      now,
      random,
    }),
    ['reviews', reviewRows(products, customers, now, random)],
    ...visitRows(now),
    ['settings', [storeDetailsRow(now)]],
    ['store_facts', [demoFactRow(admin, customers, orders, products, now)]],
  ]
}

function buildAdminAccount(email: string, now: number, random: SeededRandom): DemoAccount {
  const since = now - 372 * DAY
  return {
    id: random.id('profile', since),
    email: email.toLowerCase(),
    name: 'Admin User',
    phone: null,
    role: 'admin',
    isDemo: true,
    since,
  }
}

function accountTables(
  admin: DemoAccount,
  customers: DemoCustomer[],
  hashes: DemoStoreOptions['hashes'],
  random: SeededRandom,
): [string, TableRow[]][] {
  const accounts = [admin, ...customers.map(toAccount)]
  const grace = accounts[GRACE_INDEX + 1] ?? admin
  const customersWithAddress = customers.filter((_, index) => index % 8 !== 7)
  return [
    ['auth_users', accounts.map(userRow)],
    ['auth_accounts', [credentialRow(admin, hashes.admin), credentialRow(grace, hashes.customer)]],
    ['profiles', accounts.map(profileRow)],
    ['profile_settings', accounts.map((account) => settingsRow(account, random))],
    ['newsletter_subscribers', subscriberRows(accounts, random)],
    ['addresses', customersWithAddress.map((customer) => addressRow(customer, random))],
  ]
}

function toAccount({ id, email, first, last, phone, since }: DemoCustomer): DemoAccount {
  return { id, email, name: `${first} ${last}`, phone, role: 'user', isDemo: true, since }
}

type OrderTablesContext = {
  admin: string
  visitorEmail: string | undefined
  now: number
  random: SeededRandom
}

function orderTables(
  orders: PlacedOrder[],
  products: DemoProductRecord[],
  { admin, visitorEmail, now, random }: OrderTablesContext,
): [string, TableRow[]][] {
  const rows = orders.map((order) => orderRows(order, admin, random))
  const tableRows = (table: keyof OrderRows) => rows.flatMap((order) => order[table])
  const sold = orders.flatMap(({ quote, paidAt }) =>
    quote.lines.map(({ productId, quantity }) => ({ product: productId, quantity, at: paidAt })),
  )
  const deliveries = products.flatMap((product) => deliveryRows(product, sold, admin, now))
  const manual = manualEntries(admin, now, random)
  const returns = returnRows(orders, { now, random, visitorEmail })
  return [
    ['orders', tableRows('orders')],
    ['order_items', tableRows('order_items')],
    ['order_steps', sortByTime(tableRows('order_steps'), 'at')],
    ['payments', tableRows('payments')],
    ['refunds', tableRows('refunds')],
    ['returns', returns.returns],
    ['return_items', returns.return_items],
    ['stock_movements', sortByTime([...deliveries, ...tableRows('stock_movements')], 'created_at')],
    ['accounting', [...tableRows('accounting'), ...manual.map(({ entry }) => entry)]],
    ['accounting_lines', [...tableRows('accounting_lines'), ...manual.flatMap(({ lines }) => lines)]],
  ]
}

/** Serial IDs must rise with time. */
function sortByTime(rows: TableRow[], column: string): TableRow[] {
  return rows.sort((a, b) => Number(a[column]) - Number(b[column]))
}

function demoFactRow(
  admin: DemoAccount,
  customers: DemoCustomer[],
  orders: PlacedOrder[],
  products: DemoProductRecord[],
  now: number,
) {
  const accounts = [admin.email, customers[GRACE_INDEX]?.email]
  const counts = { customers: customers.length, orders: orders.length, products: products.length }
  return { key: 'demo', value: { seededAt: new Date(now), accounts, ...counts }, at: new Date(now) }
}
