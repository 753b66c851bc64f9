import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildPayment, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'

type Browser = { get(path: string): Promise<Response> }

async function readCsv(browser: Browser, path: string): Promise<Record<string, string>[]> {
  return parse(await (await browser.get(path)).text(), { columns: true, bom: true })
}

const EARLIER_COLUMNS = [
  ...['number', 'placed', 'email', 'name', 'status', 'payment', 'items', 'total', 'currency'],
  ...['total in USD', 'tags'],
]

test('the orders file ends with country, amounts, and refunds, and its earlier columns stay where they were', async ({
  ctx,
  admin,
}) => {
  const order = { shippingAddress: { firstName: 'Grace', lastName: 'Moss', state: 'OR' } }
  const { id, orderId, email } = await buildPayment(ctx, { order })
  await execute(ctx.db)`
    insert into refunds (id, order_id, payment_id, amount, currency, state, reason, cause, done_at)
    values (${`ref_${id}`}, ${orderId}, ${id}, 1234, 'usd', 'done', 'refunded', ${id}, now())`
  const [row = {}] = await readCsv(admin, `/admin/export/orders.csv?q=${email}`)
  expect(Object.keys(row).slice(0, EARLIER_COLUMNS.length)).toEqual(EARLIER_COLUMNS)
  expect(row).toMatchObject({
    ...{ email, name: 'Grace Moss', items: '1', total: '48', currency: 'usd', country: 'US', state: 'OR' },
    ...{ subtotal: '48', discount: '0', shipping: '0', tax: '0', refunded: '12.34', 'tax refunded': '0' },
  })
})

test('the lines file has a row per line of the orders that the list shows', async ({ ctx, admin }) => {
  const serum = await buildProduct(ctx, { sizeQuantity: 30, sizeUnit: 'ml' })
  const balm = await buildProduct(ctx)
  await execute(ctx.db)`update products set sku = 'SERUM-30' where id = ${serum.id}`
  const lines = [
    { productId: serum.id, quantity: 2 },
    { productId: balm.id, quantity: 1, price: 1250 },
  ]
  await buildPayment(ctx, { order: { number: 'EB777001', lines } })
  const page = await admin.open('/admin/orders?q=EB777001')
  expect(page.links('Export lines')).toHaveLength(1)
  const rows = await readCsv(admin, '/admin/export/order-lines.csv?q=EB777001')
  expect(rows).toMatchObject([
    {
      ...{ order: 'EB777001', country: 'US', SKU: 'SERUM-30', size: '30 ml', quantity: '2' },
      ...{ 'unit price': '48', discount: '0', tax: '0', total: '96', 'refunded quantity': '0' },
    },
    { order: 'EB777001', SKU: '', quantity: '1', 'unit price': '12.5', total: '12.5' },
  ])
})

test('a bookkeeper gets both files without personal data, which the page says; a packer gets neither', async ({
  ctx,
  store,
  connection,
}) => {
  const { email } = await buildPayment(ctx, {
    order: { number: 'EB777002', email: 'moss@orchard.example', shippingAddress: { lastName: 'Zqmoss' } },
  })
  const bookkeeper = plainBrowser(await signInVisitor(store, connection.db, { staffRole: 'bookkeeper' }))
  const page = await bookkeeper.open('/admin/orders')
  expect(page.links('Export CSV (without personal data)')).toHaveLength(1)
  expect(page.links('Export lines')).toHaveLength(1)
  for (const name of ['orders', 'order-lines']) {
    const file = await bookkeeper.get(`/admin/export/${name}.csv?q=EB777002`)
    expect([name, file.status]).toEqual([name, 200])
    const text = await file.text()
    expect(text).toContain('EB777002')
    for (const personal of [email, 'Zqmoss', 'email', 'name,']) expect(text).not.toContain(personal)
  }
  const packer = plainBrowser(await signInVisitor(store, connection.db, { staffRole: 'packer' }))
  expect((await packer.open('/admin/orders')).main).not.toContain('Export')
  for (const name of ['orders', 'order-lines'])
    expect((await packer.get(`/admin/export/${name}.csv`)).status).toBe(403)
})

test('a file that leaves personal data out is no export of personal data', async ({ ctx, admin }) => {
  await buildPayment(ctx, { order: { number: 'EB777003', email: 'fern@orchard.example' } })
  const exported = () => queryColumn(ctx.db, z.string())`
    select subject from audit_entries where action = 'list-exported' and subject = 'orders.csv'`
  const before = (await exported()).length
  const text = await (await admin.get('/admin/export/orders.csv?personal=no&q=EB777003')).text()
  expect(text).toContain('EB777003')
  expect(text).not.toContain('fern@orchard.example')
  expect(await exported()).toHaveLength(before)
  expect(await (await admin.get('/admin/export/orders.csv?q=EB777003')).text()).toContain(
    'fern@orchard.example',
  )
  expect(await exported()).toHaveLength(before + 1)
})
