import { z } from 'zod'
import { getDashboardNumbers } from '#core/analytics/dashboard.server.ts'
import type { Context } from '#core/context.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildImportedOrder, draftImportedOrder } from '#test/imported-orders.ts'
import { expect, test } from '#test/store.ts'
import {
  findImportedOrder,
  hasImportedOrders,
  listImportedOrders,
  listImportedOrdersOfCustomer,
  listOwnImportedOrders,
} from './imported-orders.server.ts'
import { findImportedOrderNumbers, insertImportedOrders } from './insert-imported-orders.server.ts'

const numbers = ({ rows }: { rows: { number: string }[] }) => rows.map(({ number }) => number)

test('a batch adds the orders whose numbers are new, and leaves the others unchanged', async ({ ctx }) => {
  const orders = ['#1', '#2', '#3'].map((number) => draftImportedOrder({ number }))
  const first = await insertImportedOrders(ctx.db, orders.slice(0, 2), ctx.now)
  expect(first).toEqual({ inserted: ['#1', '#2'], unchanged: [] })
  const changed = orders.map((order) => ({ ...order, customerName: 'Somebody else' }))
  expect(await insertImportedOrders(ctx.db, changed, ctx.now)).toEqual({
    inserted: ['#3'],
    unchanged: ['#1', '#2'],
  })
  const existing = await findImportedOrderNumbers(ctx.db, ['#1', '#3', '#4'])
  expect(existing.map(({ number }) => number).sort()).toEqual(['#1', '#3'])
  expect(existing[0]?.importedAt).toEqual(ctx.now)
  const names = await queryColumn(ctx.db, z.string())`
    select customer_name from imported_orders order by number`
  expect(names).toEqual(['Grace Hopper', 'Grace Hopper', 'Somebody else'])
})

test('what the checks accept, the database stores', async ({ ctx }) => {
  const longest = draftImportedOrder({
    number: 'é'.repeat(50),
    email: '@',
    customerName: '\u{1f48b}'.repeat(100),
    total: Number.MAX_SAFE_INTEGER,
    items: Array.from({ length: 500 }, () => ({
      name: 'x'.repeat(500),
      sku: null,
      quantity: 1_000_000,
      price: 0,
    })),
    shippingAddress: {},
    placedAt: new Date('9999-12-31'),
  })
  const { inserted } = await insertImportedOrders(ctx.db, [longest], ctx.now)
  expect(inserted).toEqual([longest.number])
  expect(await insertImportedOrders(ctx.db, [], ctx.now)).toEqual({ inserted: [], unchanged: [] })
})

test('the database refuses what is no order', async ({ ctx }) => {
  const { id } = await buildImportedOrder(ctx)
  for (const change of [
    `total = -1`,
    `currency = 'USD'`,
    `number = ''`,
    `email = 'Ada@example.com'`,
    `items = '[]'`,
    `items = '[{"name": "Balm", "quantity": 0, "price": 1}]'`,
    `items = '[{"quantity": 1, "price": 1}]'`,
    `shipping_address = '[]'`,
    `payment_status = 'unknown'`,
  ])
    await expect(
      execute(ctx.db)`update imported_orders set ${sql.raw(change)} where id = ${id}`,
      change,
    ).rejects.toThrow('violates check constraint')
})

test('staff find imported orders by number, email, or name, newest first', async ({ ctx }) => {
  const manager = await asCustomer(ctx, { staffRole: 'manager' })
  expect(await hasImportedOrders(manager)).toBe(false)
  for (const [number, email, customerName, day] of [
    ['#1001', 'ada@orchard.example', 'Ada Lovelace', '2024-01-01'],
    ['#1002', 'grace@orchard.example', 'Grace Hopper', '2024-01-02'],
    ['#2003', null, null, '2024-01-03'],
  ] as const)
    await buildImportedOrder(ctx, { number, email, customerName, placedAt: new Date(day) })
  expect(await hasImportedOrders(manager)).toBe(true)
  const search = async (text: string, reader: Context = manager) =>
    numbers(await listImportedOrders(reader, { search: text }))
  expect(await search('')).toEqual(['#2003', '#1002', '#1001'])
  expect(await search('#100')).toEqual(['#1002', '#1001'])
  expect(await search('ADA@')).toEqual(['#1001'])
  expect(await search('hopper')).toEqual(['#1002'])
  const first = await listImportedOrders(manager, { limit: 2 })
  expect(numbers(await listImportedOrders(manager, { limit: 2, cursor: first.next ?? '' }))).toEqual([
    '#1001',
  ])
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  expect(await search('orchard.example', packer)).toEqual([])
  const editor = await asCustomer(ctx, { staffRole: 'editor' })
  for (const reader of [editor, await asCustomer(ctx)]) {
    await expect(listImportedOrders(reader, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(findImportedOrder(reader, 'imo_x')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(hasImportedOrders(reader)).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('an imported order shows a role what other orders show it', async ({ ctx }) => {
  const { id, number } = await buildImportedOrder(ctx, { currency: 'jpy', total: 1200 })
  const order = await findImportedOrder(await asCustomer(ctx, { staffRole: 'manager' }), id)
  expect(order).toMatchObject({
    number,
    email: 'grace@orchard.example',
    note: 'Ring twice',
    total: { amount: 1200, display: '¥1,200' },
    shippingAddress: { phone: '+33 4 00 00 00 00' },
    items: [{ name: 'Rose balm', sku: 'RB-1', quantity: 2, price: { amount: 4800, display: '¥4,800' } }],
  })
  const packer = await findImportedOrder(await asCustomer(ctx, { staffRole: 'packer' }), id)
  expect(packer).toMatchObject({ email: null, total: { amount: 0 }, items: [{ price: { amount: 0 } }] })
  const bookkeeper = await findImportedOrder(await asCustomer(ctx, { staffRole: 'bookkeeper' }), id)
  expect(bookkeeper.shippingAddress).not.toHaveProperty('phone')
})

test('customers see the orders of their confirmed email address, and nobody else’s', async ({ ctx }) => {
  const grace = await asCustomer(ctx, { email: 'grace@orchard.example' })
  const ada = await asCustomer(ctx, { email: 'ada@orchard.example' })
  await buildImportedOrder(ctx, { number: '#1', placedAt: new Date('2024-01-01') })
  await buildImportedOrder(ctx, { number: '#2', placedAt: new Date('2024-01-02') })
  await buildImportedOrder(ctx, { number: '#3', email: null })
  const own = await listOwnImportedOrders(grace)
  expect(numbers(own)).toEqual(['#2', '#1'])
  expect(own.rows[0]).not.toHaveProperty('note')
  expect(numbers(await listOwnImportedOrders(ada))).toEqual([])
  const support = await asCustomer(ctx, { staffRole: 'support' })
  expect(numbers(await listImportedOrdersOfCustomer(support, grace.actor.id))).toEqual(['#2', '#1'])
  await expect(listImportedOrdersOfCustomer(ada, grace.actor.id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(listOwnImportedOrders(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  await execute(ctx.db)`update auth_users set email_verified = false where id = ${grace.actor.id}`
  expect(numbers(await listOwnImportedOrders(grace))).toEqual([])
  expect(numbers(await listImportedOrdersOfCustomer(support, grace.actor.id))).toEqual([])
})

test('imported orders change no stock, revenue, job, or entry', async ({ ctx }) => {
  const owner = await asCustomer(ctx, { role: 'admin' })
  const before = await getDashboardNumbers(owner)
  await buildImportedOrder(ctx, { placedAt: ctx.now })
  expect(await getDashboardNumbers(owner)).toEqual(before)
  for (const table of ['orders', 'buyers', 'outbox', 'accounting', 'stock_movements', 'sales_changes'])
    expect(await execute(ctx.db)`select from ${sql.raw(table)}`, table).toBe(0)
})
