import { expect, test } from '#test/demo-page-test.ts'
import { findAll, textOf } from '#test/markup.ts'
import { figureOf, linksIn, regionOf } from '#test/page-parts.ts'
import { LIST_EXPORTS } from './exports/list-exports.ts'

const SEARCH = 'Search by number, customer, or product'

async function countCsvRows(response: Promise<Response>): Promise<number> {
  return (await (await response).text()).trim().split('\n').length - 1
}

test('the dashboard shows numbers from the database and pending tasks', async ({ admin }) => {
  const dashboard = await admin.open('/admin')
  const numbers = await (await admin.get('/api/v1/admin/dashboard')).json()
  expect(dashboard.heading).toBe('Dashboard')
  const { root } = dashboard
  expect(figureOf(root, 'Orders')).toBe(String(numbers.orders))
  expect(figureOf(root, 'Customers')).toBe(String(numbers.customers))
  expect(figureOf(root, 'Products')).toBe(String(numbers.products))
  expect(figureOf(root, 'Pending orders')).toBe(String(numbers.pending_orders))
  expect(figureOf(root, 'Low stock')).toBe(String(numbers.low_stock))
  const chart = findAll(root, ({ attributes }) => attributes['aria-label'] === 'Sales in the last 30 days')
  expect(chart.flatMap((table) => findAll(table, ({ tag }) => tag === 'tr'))).toHaveLength(30)
  expect(dashboard.rows('Recent orders')).toHaveLength(8)
  const main = findAll(root, ({ tag }) => tag === 'main')[0] ?? root
  const addresses = linksIn(main).map(({ href }) => href)
  expect(addresses).toContain('/admin/products')
  expect(addresses).toContain('/admin/analytics')
  const task = linksIn(main).find(({ name }) => /orders? to fulfill/.test(name))?.name ?? ''
  const orders = await dashboard.follow(task)
  expect(orders.path).toMatch(/^\/admin\/orders\?show=to-pack/)
  expect(orders.rows('Orders')).toHaveLength(numbers.pending_orders)
})

test('orders are searched, filtered, paged, and exported with the same filters', async ({ admin }) => {
  const list = await admin.open('/admin/orders')
  const first = list.rows('Orders')
  expect(first).toHaveLength(50)
  const second = await list.follow('Next →')
  expect(second.rows('Orders')[0]).not.toBe(first[0])
  expect((await second.follow('← Previous')).rows('Orders')).toEqual(first)
  const delivered = await list.follow('Delivered')
  expect(delivered.rows('Orders')[0]).toContain('Delivered')
  const matching = await delivered.submit('Search', { [SEARCH]: 'GRACE@eternal' })
  expect(matching.path).toMatch(/[?&]q=GRACE/)
  const rows = matching.rows('Orders')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((row) => !row.includes('Grace Adeyemi'))).toEqual([])
  const file = await (await admin.get(matching.links('Export CSV')[0] ?? '')).arrayBuffer()
  const csv = Buffer.from(file).toString()
  expect(csv.trim().split('\n')).toHaveLength(rows.length + 1)
  expect(csv).toMatch(/^\uFEFFnumber,placed,email/)
  const none = await matching.submit('Search', { [SEARCH]: '100%_nobody' })
  expect(none.main).toContain('No orders match.')
})

test('orders are filtered by date and country, with chips that remove each filter', async ({ admin }) => {
  const list = await admin.open('/admin/orders')
  const chipsOf = ({ root }: typeof list) =>
    findAll(root, ({ attributes }) => attributes['aria-label'] === 'Current filters')
      .flatMap(linksIn)
      .map(({ name }) => name)
  expect(chipsOf(list)).toEqual([])
  const filtered = await list.submit('Apply', { Country: 'GB', Placed: '30-days' })
  expect(filtered.path).toMatch(/period=30-days.*country=GB/)
  expect(chipsOf(filtered)).toEqual([
    'Remove filter Placed: last 30 days',
    'Remove filter United Kingdom',
    'Clear filters',
  ])
  const { data } = await (await admin.get('/api/v1/admin/orders?period=30-days&country=GB&limit=100')).json()
  expect(data.length).toBeGreaterThan(0)
  expect(filtered.rows('Orders')).toHaveLength(Math.min(data.length, 50))
  expect(await countCsvRows(admin.get(filtered.links('Export CSV')[0] ?? ''))).toBe(data.length)
  const withoutCountry = await filtered.follow(chipsOf(filtered)[1] ?? '')
  expect(chipsOf(withoutCountry).join()).not.toContain('United Kingdom')
  expect(withoutCountry.path).not.toContain('country=GB')
  expect(withoutCountry.path).toContain('period=30-days')
  const custom = await withoutCountry.submit('Apply', {
    Placed: 'custom',
    From: '2001-02-03',
    To: '2001-02-04',
  })
  expect(chipsOf(custom).join()).toContain('Placed Feb 3, 2001 – Feb 4, 2001')
  expect(custom.main).toContain('No orders match.')
  const cleared = await custom.follow('Clear filters')
  expect(cleared.rows('Orders')).toHaveLength(50)
  expect(chipsOf(cleared)).toEqual([])
  expect((await admin.get('/api/v1/admin/orders?from=2001-02-30')).status).toBe(400)
})

test('a customer’s page shows orders, addresses, and consents', async ({ admin }) => {
  const list = await admin.open('/admin/users?q=grace@eternal')
  const { heading, root } = await list.follow('Grace Adeyemi')
  expect(heading).toBe('Grace Adeyemi')
  expect(textOf(regionOf(root, 'Addresses'))).toContain('Grace Adeyemi')
  expect(textOf(regionOf(root, 'Consent'))).toContain('Promotional emails')
  expect(linksIn(regionOf(root, 'Orders')).some(({ name }) => name.startsWith('EB'))).toBe(true)
})

test('every list of the back office is exported as CSV', async ({ admin }) => {
  for (const list of Object.keys(LIST_EXPORTS).filter(
    (name) => !['import-rows', 'batch-recipients'].includes(name),
  )) {
    const { status, headers } = await admin.get(`/admin/export/${list}.csv`)
    expect([list, status, headers.get('content-type')]).toEqual([
      list,
      200,
      expect.stringContaining('text/csv'),
    ])
  }
})

test('a past month is closed and reopened', async ({ admin }) => {
  const ledger = await admin.open('/admin/accounting/ledger')
  const close = ledger.buttons.findLast((name) => name.startsWith('Close ')) ?? ''
  const closed = await ledger.submit(close)
  expect(closed.text).toContain('Month closed')
  const reopen = close.replace('Close', 'Reopen')
  expect((await closed.submit(reopen)).text).toContain('Month reopened')
})

test('the documents of the accounts agree with the ledger', async ({ admin, ctx }) => {
  const ledger = await admin.open('/admin/accounting/ledger')
  const [, thisMonth = '', profit = ''] =
    /^(\w+ \d{4}) .* (-?\$[\d,.]+) \w+$/.exec(ledger.rows('Months')[0] ?? '') ?? []
  const report = await ledger.follow('Print profit and loss')
  expect(report.heading).toBe(`Profit and loss for ${ctx.now.getUTCFullYear()}`)
  expect(report.rows('Profit and loss').find((row) => row.startsWith(thisMonth))).toContain(profit)
  const balance = await ledger.follow('Print balance sheet')
  expect(
    findAll(balance.root, ({ tag }) => tag === 'tr')
      .map(textOf)
      .join('\n'),
  ).toMatch(/Owner’s capital \$25,000\.00/)
  expect((await admin.open('/admin/accounting/trial-balance')).main).toContain('Balanced')
  const journal = await ledger.follow(thisMonth)
  const longMonth = new Date(`1 ${thisMonth} UTC`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  expect(journal.heading).toBe(`Journal for ${longMonth}`)
  expect(journal.main).toContain('Card clearing')
  expect((await admin.open('/admin/accounting/ledgers')).status).toBe(404)
})

test('the search page finds products without scripts', async ({ admin }) => {
  const orders = await admin.open('/admin/orders')
  const search = await admin.open(orders.links('Search')[0] ?? '')
  const results = await search.submit('Search', { 'Search for': 'serum' })
  const [product] = linksIn(regionOf(results.root, 'Products'))
  expect((await admin.open(product?.href ?? '')).heading).toMatch(/serum/i)
})

test('a packer’s orders have no totals, and a page that the role doesn’t include says so', async ({
  store,
}) => {
  const packer = store.visitor()
  await packer.signIn('packer@eternalbeauty.example', 'beauty-packer')
  const orders = await (await packer.get('/admin/orders?show=to-pack')).text()
  expect(orders).toContain('aria-label="Orders"')
  expect(orders).not.toMatch(/<th[^>]*>(<[^>]*>)*Total/)
  expect((await packer.get('/admin/analytics')).status).toBe(403)
})

test('administrators see every customer’s orders in the store, and none in their profile', async ({
  admin,
}) => {
  const orders = await admin.open('/orders')
  const cardsOf = ({ root }: typeof orders) => findAll(root, ({ tag }) => tag === 'article')
  expect(textOf(cardsOf(orders)[0] ?? orders.root)).toMatch(/Customer: .+@/)
  const older = await orders.follow('Older orders')
  expect(older.links('Newest orders')).toHaveLength(1)
  const link = linksIn(cardsOf(older)[0] ?? older.root).find(({ name }) =>
    name.startsWith('View in back office'),
  )
  expect((await admin.open(new URL(link?.href ?? '', 'http://localhost').pathname)).path).toMatch(
    /^\/admin\/orders\/EB\d+$/,
  )
  expect((await admin.open('/profile?tab=orders')).main).toContain('No orders yet')
})
