import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { findAll, textOf } from '#test/markup.ts'
import { loadPages } from '#test/pages.tsx'
import { plainBrowser } from '#test/plain-browser.ts'
import { expect, test as storeTest } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const test = storeTest.extend<{ log: Record<string, unknown>[]; guest: ReturnType<typeof plainBrowser> }>({
  log: async ({ task: _ }, use) => use([]),
  guest: async ({ connection, log }, use) => {
    const write = (line: string) => log.push(JSON.parse(line))
    await use(plainBrowser(createTestStore(connection, { pages: await loadPages(), write }).visitor()))
  },
})

test('a failed page shows the request ID that is in the log, and nothing of its cause', async ({
  owner,
  guest,
  log,
}) => {
  await owner.query('alter table products rename to products_away')
  for (const path of ['/', '/categories', '/product/prd_00000000000000000000']) {
    const page = await guest.open(path)
    expect([path, page.status, page.heading]).toEqual([path, 500, 'Something went wrong'])
    const displayedIds = findAll(page.root, ({ attributes }) => 'data-request-id' in attributes).map(textOf)
    const line = log.findLast(({ event }) => event === 'page failed')
    expect(line).toMatchObject({ level: 'error', path, requestId: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(displayedIds).toEqual([line?.requestId])
    expect(JSON.stringify(line)).toMatch(/relation .{1,3}products.{1,3} does not exist/)
    expect(page.html).not.toMatch(/products_away|relation|does not exist|node_modules|\bat .*\.js:\d/)
    expect(page.links('Return to Home')).toEqual(['/'])
  }
})

test('the store recovers with its database', async ({ ctx, owner, guest }) => {
  await buildProduct(ctx, { name: 'Rose Mist' })
  await owner.query('alter table products rename to products_away')
  const failed = await guest.open('/')
  expect(failed.status).toBe(500)
  await owner.query('alter table products_away rename to products')
  const home = await failed.follow('Return to Home')
  expect([home.status, home.main]).toEqual([200, expect.stringContaining('Popular Beauty Products')])
})

test('orders that fail to load show an error and load on retry', async ({ ctx, owner, guest }) => {
  const { id, email } = await buildAccount(ctx.db)
  const { number } = await buildOrder(ctx, { userId: id, email })
  await (await guest.open('/login')).submit('Sign In', { Email: email, Password: PASSWORD })
  await owner.query('alter table order_items rename to order_items_away')
  const failed = await guest.open('/orders')
  expect([failed.status, failed.main]).toEqual([200, expect.stringContaining('Error Loading Orders')])
  expect(failed.main).toContain('Please try again later.')
  await owner.query('alter table order_items_away rename to order_items')
  const orders = await failed.follow('Try Again')
  expect(orders.main).toContain(`Order #${number}`)
  expect(orders.main).not.toContain('Error Loading Orders')
})

test.for(['/login', '/newsletter', '/checkout', '/region', '/cart/lines', '/sign-out'])(
  'a malformed form body sent to %s returns 400',
  async (path, { guest }) => {
    for (const [type, text] of [
      ['application/json', '{"email":'],
      ['multipart/form-data; boundary=x', '--y'],
      ['text/plain', 'hello'],
    ] as const) {
      const headers = { 'content-type': type, origin: 'http://localhost:3000' }
      const response = await guest.request('POST', path, { text, headers })
      expect([type, response.status]).toEqual([type, 400])
      expect(await response.text()).not.toMatch(/^Unexpected|node_modules/)
    }
  },
)

test.for([
  ['application/json', '{bad'],
  ['application/json', '{}'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', 'no parts'],
  ['text/plain', 'email=x'],
] as const)(
  'a form sent as %s is a bad request, and no error of the store',
  async ([type, body], { guest, log }) => {
    for (const path of ['/login', '/signup', '/checkout']) {
      const response = await guest.request('POST', path, { text: body, headers: { 'content-type': type } })
      expect([path, response.status]).toEqual([path, 400])
    }
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
  },
)
