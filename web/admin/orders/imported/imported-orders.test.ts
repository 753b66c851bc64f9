import { execute } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildImportedOrder } from '#test/imported-orders.ts'
import { expect, test } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'

const EXPLANATION = 'Placed in your former store. Not part of revenue, stock, or accounting.'

test('the orders screen links to imported orders once there are any', async ({ ctx, admin }) => {
  await execute(ctx.db)`delete from imported_orders`
  expect((await admin.open('/admin/orders')).main).not.toContain('Imported orders')
  const empty = await admin.open('/admin/orders/imported')
  expect(empty.main).toContain('No orders have been imported.')
  const { number } = await buildImportedOrder(ctx, { currency: 'jpy', total: 1200 })
  await buildImportedOrder(ctx, { number: '#9', email: 'ada@orchard.example', customerName: 'Ada' })
  const list = await (await admin.open('/admin/orders')).follow('Imported orders')
  expect([list.heading, list.main]).toEqual(['Imported orders', expect.stringContaining(EXPLANATION)])
  expect(list.rows('Imported orders')).toHaveLength(2)
  const matching = await list.submit('Search', { 'Search by number, email, or name': 'ada@' })
  expect(matching.rows('Imported orders')).toEqual([expect.stringContaining('#9')])
  const none = await list.submit('Search', { 'Search by number, email, or name': 'nobody' })
  expect(none.main).toContain('No imported orders match.')
  const order = await list.follow(number)
  expect(order.heading).toBe(`Imported order ${number}`)
  for (const text of [
    ...[EXPLANATION, 'Fulfilled', 'Paid', 'Rose balm', 'RB-1', '× 2', '¥4,800', 'Total ¥1,200'],
    ...['grace@orchard.example', 'Lyon, 69001', 'France', '+33 4 00 00 00 00', 'Ring twice'],
  ])
    expect(order.main).toContain(text)
})

test('the customer’s page lists their orders from the former store, if they have any', async ({
  ctx,
  store,
  admin,
}) => {
  const { account } = await signInVisitor(store, ctx.db)
  const section = 'Orders from the former store'
  const customerPath = `/admin/users/${account.id}`
  expect((await admin.open(customerPath)).main).not.toContain(section)
  for (let count = 0; count < 11; count++) await buildImportedOrder(ctx, { email: account.email })
  const details = await admin.open(customerPath)
  expect(details.rows(section)).toHaveLength(10)
  const all = await details.follow('Show all')
  expect(all.rows('Imported orders')).toHaveLength(11)
  const { id } = await buildImportedOrder(ctx, { email: account.email })
  const order = await admin.open(`/admin/orders/imported/${id}`)
  expect(order.buttons).not.toContain('Delete personal data')
  expect((await order.follow(account.email)).path).toBe(customerPath)
})

test('support deletes the personal data of someone who only ordered in the former store', async ({
  ctx,
  store,
}) => {
  const support = plainBrowser(await signInVisitor(store, ctx.db, { staffRole: 'support' }))
  const { id } = await buildImportedOrder(ctx)
  const nameless = await buildImportedOrder(ctx, { email: null })
  const order = await support.open(`/admin/orders/imported/${id}`)
  const erased = await order.submit('Delete personal data')
  expect(erased.text).toContain('They’ll get an email')
  expect(erased.main).toContain('No personal data')
  expect(erased.main).toContain('Rose balm')
  expect(erased.main).not.toContain('Grace')
  const other = await (await support.open(`/admin/orders/imported/${nameless.id}`)).submit(
    'Delete personal data',
  )
  expect(other.text).toContain('Personal data deleted')
  expect(other.text).not.toContain('They’ll get an email')
})

test('a packer sees imported orders without amounts and email addresses', async ({ ctx, store }) => {
  const packer = plainBrowser(await signInVisitor(store, ctx.db, { staffRole: 'packer' }))
  const { id } = await buildImportedOrder(ctx)
  for (const path of ['/admin/orders/imported', `/admin/orders/imported/${id}`]) {
    const { main } = await packer.open(path)
    expect(main).toContain('Grace')
    for (const hidden of ['$', 'grace@', 'Delete personal data']) expect(main).not.toContain(hidden)
  }
})
