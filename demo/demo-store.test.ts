import { vi } from 'vitest'
import { z } from 'zod'
import { query } from '#db/sql.ts'
import { expect, test } from '#test/demo-page-test.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import type { TestVisitor } from '#test/test-store.ts'

// The first test seeds the demo, which takes as long as all others while other tests run.
vi.setConfig({ testTimeout: 60_000 })

const cards = (root: Markup) =>
  findAll(root, ({ tag }) => tag === 'main').flatMap((main) => findAll(main, ({ tag }) => tag === 'article'))

function section(root: Markup, title: string): Markup {
  const named = ({ tag, attributes }: Markup) => tag === 'section' && attributes['aria-label'] === title
  const [found] = findAll(
    root,
    (element) => named(element) || (element.tag === 'section' && textOf(element).startsWith(title)),
  )
  if (!found) throw new Error(`The page has no section ${title}`)
  return found
}

async function readData(visitor: TestVisitor, path: string) {
  return (await (await visitor.get(path)).json()).data
}

async function findWellStockedProduct(guest: TestVisitor) {
  const products = await readData(guest, '/api/v1/products?limit=100&sort=name')
  return products.find(({ stock }: { stock: number }) => stock > 30)
}

test('the dashboard counts 156 orders, 89 customers, 24 products, 8 pending, 3 low in stock, and 12.5% growth', async ({
  admin,
}) => {
  expect(await (await admin.get('/api/v1/admin/dashboard')).json()).toMatchObject({
    orders: 156,
    customers: 89,
    products: 24,
    pending_orders: 8,
    low_stock: 3,
    growth_percent: 12.5,
  })
})

test('shades and sizes of one family count once: the list has 24 cards', async ({ guest }) => {
  expect(cards((await guest.open('/categories')).root)).toHaveLength(24)
})

test('both offers of the home page apply with their code, and without a code nothing is taken off', async ({
  guest,
}) => {
  const offers = findAll(section((await guest.open('/')).root, 'Special offers'), ({ tag }) => tag === 'a')
  const codes = offers.map((offer) => /code ([A-Z]+\d+)/i.exec(textOf(offer))?.[1])
  expect(codes).toHaveLength(2)
  const { id } = await findWellStockedProduct(guest)
  const discountWith = async (code?: string) => {
    const items = [{ product_id: id, quantity: 10 }]
    const response = await guest.post('/api/v1/quote', { items, region: 'US', code })
    return (await response.json()).discount
  }
  expect(await discountWith()).toBe(0)
  for (const code of codes) expect(await discountWith(code)).toBeGreaterThan(0)
})

test('Featured Products is coming soon, because no product is featured', async ({ guest }) => {
  const tiles = findAll(section((await guest.open('/')).root, 'Explore'), ({ tag }) => tag === 'li')
  const featured = tiles.map(textOf).filter((text) => text.startsWith('Featured Products'))
  expect(featured).toEqual([expect.stringContaining('Coming Soon')])
})

test('a product’s page shows what the API returns, and four other products', async ({ guest }) => {
  const { id } = await findWellStockedProduct(guest)
  const product = await (await guest.get(`/api/v1/products/${id}`)).json()
  const page = await guest.open(`/product/${id}`)
  for (const text of [product.name, product.brand, product.benefits[0]]) expect(page.main).toContain(text)
  const related = cards(page.root).filter((card) =>
    findAll(section(page.root, 'You Might Also Like'), ({ tag }) => tag === 'article').includes(card),
  )
  expect(related).toHaveLength(4)
  expect(related.filter((card) => textOf(card).includes(product.name))).toEqual([])
})

test('the pending orders are paid and wait to be packed', async ({ admin }) => {
  const orders = await readData(admin, '/api/v1/orders?limit=100')
  expect(orders).toContainEqual(expect.objectContaining({ status: 'pending', payment_status: 'paid' }))
})

test('every order has a number of its own, EB and at least six digits, which the shopper sees', async ({
  connection,
  grace,
}) => {
  const [numbers] = await query(
    connection.db,
    z.strictObject({ isUnique: z.boolean(), isValid: z.boolean() }),
  )`
    select count(*) = count(distinct number) as "isUnique", bool_and(number ~ '^EB[0-9]{6,}$') as "isValid"
      from orders`
  expect(numbers).toEqual({ isUnique: true, isValid: true })
  const [first] = cards((await grace.open('/orders')).root)
  expect(first && textOf(first)).toMatch(/Order #EB\d{6,}/)
})

test('the amounts of every order are in its currency, and its items add up to the subtotal', async ({
  admin,
}) => {
  const orders = await readData(admin, '/api/v1/orders?limit=100')
  expect(orders).toHaveLength(100)
  for (const { currency, total_amount, total, items, subtotal } of orders) {
    expect(currency).toMatch(/^(usd|cad|gbp|inr)$/)
    expect(Math.round(total_amount * 100)).toBe(total.amount)
    const lines = items.map(({ price, quantity }: { price: number; quantity: number }) => price * quantity)
    expect(Math.round(lines.reduce((sum: number, amount: number) => sum + amount, 0) * 100)).toBe(subtotal)
  }
})

test('an administrator’s orders each have their customer and a link to the back office', async ({
  admin,
  store,
}) => {
  const orders = await readData(admin, '/api/v1/orders')
  expect(orders.length).toBeGreaterThan(0)
  for (const order of orders)
    expect(order).toMatchObject({
      customer: { email: expect.stringContaining('@') },
      admin_url: `${store.config.PUBLIC_URL}/admin/orders/${order.number}`,
    })
})

test('sales and refunds are booked, each of them once', async ({ connection }) => {
  const kinds = await query(connection.db, z.strictObject({ kind: z.string(), twice: z.boolean() }))`
    select kind, count(*) > count(distinct cause) as twice from accounting
      where kind in ('sale', 'refund') group by 1 order by 1`
  expect(kinds).toEqual([
    { kind: 'refund', twice: false },
    { kind: 'sale', twice: false },
  ])
})

test('sources of the demo convert some of their visits to orders', async ({ admin }) => {
  const { sources } = await (await admin.get('/api/v1/admin/analytics?days=90')).json()
  expect(sources).toContainEqual(
    expect.objectContaining({ source: 'pinterest.com', orders: 0, conversion_percent: 0 }),
  )
  for (const { visits, orders, conversion_percent } of sources) {
    expect(visits).toBeGreaterThan(100)
    if (orders) expect(conversion_percent).toBeGreaterThan(0.5)
    expect(conversion_percent).toBeLessThan(12)
  }
})
