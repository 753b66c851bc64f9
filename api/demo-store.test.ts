import { z } from 'zod'
import { query } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/demo-page-test.ts'
import type { TestVisitor } from '#test/test-store.ts'

const TEXT = expect.stringMatching(/./)
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const NUMBER = expect.any(Number)

const read = async (visitor: TestVisitor, path: string) => (await visitor.get(`/api/v1${path}`)).json()
const readList = async (visitor: TestVisitor, path: string) => (await read(visitor, path)).data

const expectNewestFirst = (rows: { created_at: string }[]) => {
  const times = rows.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().toReversed())
}

test('a profile has an id, email, full name, role, and times', async ({ grace, store, connection }) => {
  const fields = { id: TEXT, created_at: TIME, updated_at: TIME, role: 'user' }
  const { email } = grace.account
  expect(await read(grace, '/profile')).toMatchObject({ ...fields, email, full_name: TEXT })
  const customer = await signInVisitor(store, connection.db)
  expect(await read(customer, '/profile')).toMatchObject({ ...fields, email: customer.account.email })
})

test('each product of the demo has the fields of the specification', async ({ guest }) => {
  const products = await readList(guest, '/products?limit=100')
  expect(products.length).toBeGreaterThan(20)
  for (const product of products)
    expect(product).toMatchObject({
      id: TEXT,
      name: TEXT,
      price: NUMBER,
      image_url: TEXT,
      category: TEXT,
      description: TEXT,
      in_stock: product.stock > 0,
      created_at: TIME,
      updated_at: TIME,
      brand: TEXT,
      review_count: NUMBER,
      images: expect.arrayContaining([TEXT]),
      // Brushes and combs have none.
      ingredients: product.category.startsWith('Tools') ? [] : expect.arrayContaining([TEXT]),
      benefits: expect.arrayContaining([TEXT]),
      how_to_use: expect.arrayContaining([TEXT]),
    })
  for (const field of ['rating', 'original_price'])
    expect(products).toContainEqual(expect.objectContaining({ [field]: NUMBER }))
})

test('products in stock are listed newest first', async ({ guest }) => {
  const products = await readList(guest, '/products?in_stock=true&limit=100')
  expect(products.length).toBeGreaterThan(20)
  for (const product of products) expect(product.in_stock).toBe(true)
  expectNewestFirst(products)
})

test('a display price has the amount in minor units, its text, and the currency', async ({ guest }) => {
  const [product] = await readList(guest, '/products?region=US&limit=1')
  expect(product.display_price).toEqual({
    amount: Math.round(product.price * 100),
    display: `$${product.price.toFixed(2)}`,
    currency: 'usd',
  })
})

test('a customer’s own orders are listed with their items, newest first, and only after sign-in', async ({
  guest,
  grace,
}) => {
  expect((await guest.get('/api/v1/orders')).status).toBe(401)
  const { id } = await read(grace, '/profile')
  const orders = await readList(grace, '/orders?limit=100')
  expect(orders.length).toBeGreaterThan(1)
  for (const order of orders) {
    expect(order).toMatchObject({
      id: TEXT,
      user_id: id,
      total_amount: NUMBER,
      shipping_address: { firstName: TEXT, address: TEXT },
      status: TEXT,
      payment_status: TEXT,
      created_at: TIME,
    })
    expect(order.items.length).toBeGreaterThan(0)
    for (const item of order.items) expect(item).toMatchObject({ quantity: NUMBER })
  }
  expectNewestFirst(orders)
})

test('an administrator sees the orders of every customer, and all profiles, newest first', async ({
  admin,
}) => {
  const orders: { user_id: string }[] = await readList(admin, '/orders?limit=100')
  expect(new Set(orders.map(({ user_id }) => user_id)).size).toBeGreaterThan(5)
  const profiles = await readList(admin, '/admin/profiles?limit=100')
  expect(profiles.length).toBeGreaterThan(50)
  expectNewestFirst(profiles)
})

test('the roles are user and admin, stored on the profile', async ({ admin, connection }) => {
  const roles = await query(connection.db, z.strictObject({ role: z.string() }))`
    select distinct role from profiles order by role`
  expect(roles).toEqual([{ role: 'admin' }, { role: 'user' }])
  const { email } = admin.account
  expect(await read(admin, '/profile')).toMatchObject({ email, role: 'admin', full_name: 'Admin User' })
})
