import { z } from 'zod'
import { query } from '#db/sql.ts'
import { findSentEmails, runJobs, signInVisitor, signInVisitors } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, addressFor, findStockMovements, newIdempotencyKey, placeTestOrder } from '#test/checkout.ts'
import { countStatements } from '#test/count-statements.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('a test order is priced, reduces stock, and empties the cart', async ({ ctx, connection }) => {
  const grace = await signInVisitor(createTestStore(connection), ctx.db)
  const serum = await buildProduct(ctx, { price: 1999, stock: 5, name: 'Night Serum' })
  await grace.post('/api/v1/cart/items', { product_id: serum.id, quantity: 2 })
  const response = await placeTestOrder(grace, undefined, { region: 'GB' })
  const order = await response.json()
  expect([response.status, order]).toMatchObject([
    201,
    {
      user_id: grace.account.id,
      status: 'pending',
      payment_status: 'pending',
      currency: 'gbp',
      total_amount: 42.54,
      total: { amount: 4254, currency: 'gbp', display: '£42.54' },
      ...{ subtotal: 3198, discount: 0, shipping: 800, tax: 256 },
      shipping_address: { ...addressFor('GB'), country: 'United Kingdom' },
      items: [{ product_id: serum.id, name: 'Night Serum', quantity: 2, price: 15.99, amount: 3198 }],
    },
  ])
  const OrderItem = z.strictObject({
    order_id: z.string(),
    product_id: z.string(),
    quantity: z.int(),
    price: z.int(),
  })
  const rows = await query(ctx.db, OrderItem)`select order_id, product_id, quantity, price from order_items`
  expect(rows).toEqual([{ order_id: order.id, product_id: serum.id, quantity: 2, price: 1599 }])
  expect(order.number).toMatch(/^EB\d{6}$/)
  expect((await (await grace.get('/api/v1/cart')).json()).data).toEqual([])
  const saved = await (await grace.get(`/api/v1/orders/${order.id}`)).json()
  expect(saved).toEqual(order)
  expect((await (await grace.get(`/api/v1/orders/${order.number}`)).json()).id).toBe(order.id)
  expect((await (await grace.get('/api/v1/orders?limit=1')).json()).data).toEqual([order])
  expect(await findStockMovements(ctx.db)).toEqual([
    { change: 5, reason: 'received' },
    { change: -2, reason: 'sold' },
  ])
  await expectBalancedBooks(ctx.db)
})

test('a shopper cannot see or cancel another shopper’s order', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const grace = await signInVisitor(store, ctx.db)
  const eve = await signInVisitor(store, ctx.db)
  const listIds = async (visitor: typeof grace) =>
    (await (await visitor.get('/api/v1/orders')).json()).data.map(({ id }: { id: string }) => id)
  expect(await listIds(grace)).toEqual([])
  const { id: product_id } = await buildProduct(ctx)
  const order = await (await placeTestOrder(grace, [{ product_id, quantity: 1 }])).json()
  expect([await listIds(grace), await listIds(eve)]).toEqual([[order.id], []])
  for (const path of [order.id, order.number]) {
    expect((await eve.get(`/api/v1/orders/${path}`)).status).toBe(404)
    expect((await eve.post(`/api/v1/orders/${path}/cancellation`)).status).toBe(404)
  }
})

test('test orders require a sign-in and the demo', async ({ ctx, connection }) => {
  const items = [{ product_id: (await buildProduct(ctx)).id, quantity: 1 }]
  const guest = await placeTestOrder(createTestStore(connection).visitor(), items)
  expect([guest.status, await guest.json()]).toMatchObject([
    401,
    { error: { message: 'Please log in to complete your order' } },
  ])
  const env = {
    STORE_DEMO: 'off',
    ADMIN_EMAIL: 'owner@shop.example',
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://127.0.0.1:1',
  }
  const grace = await signInVisitor(createTestStore(connection, { env }), ctx.db)
  expect((await placeTestOrder(grace, items)).status).toBe(403)
})

test('an invalid order reports each field with the form’s message', async ({ ctx, connection }) => {
  const grace = await signInVisitor(createTestStore(connection), ctx.db)
  const items = [{ product_id: (await buildProduct(ctx)).id, quantity: 1 }]
  const blank = { ...ADDRESS, firstName: ' ', zipCode: '', email: 'grace', mobileNumber: '12345' }
  const response = await placeTestOrder(grace, items, { shipping_address: blank })
  expect([response.status, (await response.json()).error.fields]).toEqual([
    400,
    {
      'shipping_address.email': 'Please enter a valid email address',
      'shipping_address.firstName': 'First name is required',
      'shipping_address.zipCode': 'ZIP code is required',
      'shipping_address.mobileNumber': 'Please enter a valid mobile number',
    },
  ])
  const inBritain = await placeTestOrder(grace, items, { region: 'GB', shipping_address: ADDRESS })
  expect(inBritain.status, 'only the page checks postal code formats').toBe(201)
  const byCard = { items, shipping_address: { ...ADDRESS, mobileNumber: 'none at all' }, region: 'IN' }
  const card = '/api/v1/functions/create-stripe-checkout'
  expect((await (await grace.post(card, byCard)).json()).error.fields).toEqual({
    'shipping_address.mobileNumber': 'Please enter a valid mobile number',
  })
  const cardProblems = async (shippingAddress: object) => {
    const refused = await grace.post(card, { items, shipping_address: shippingAddress })
    return [refused.status, Object.values((await refused.json()).error.fields)]
  }
  expect(await cardProblems(Object.fromEntries(Object.keys(ADDRESS).map((name) => [name, ' '])))).toEqual([
    400,
    expect.arrayContaining([
      'First name is required',
      'Last name is required',
      'Address is required',
      'City is required',
      'State is required',
      'ZIP code is required',
    ]),
  ])
  for (const email of ['', 'rosa.orchard.example'])
    expect(await cardProblems({ ...ADDRESS, email })).toEqual([400, ['Please enter a valid email address']])
  expect(await cardProblems({ ...ADDRESS, mobileNumber: '518555014' })).toEqual([
    400,
    ['Please enter a valid mobile number'],
  ])
  const valid = { items, shipping_address: { ...ADDRESS, mobileNumber: '5185550142' } }
  expect((await placeTestOrder(grace, items, valid)).status).toBe(201)
  const validByCard = await grace.post(card, valid, { headers: { 'idempotency-key': newIdempotencyKey() } })
  expect(validByCard.status, 'only the card provider is missing').toBe(503)
  const empty = await placeTestOrder(grace, [])
  expect([empty.status, (await empty.json()).error.message]).toEqual([400, 'Your cart is empty'])
  const keyless = await grace.post('/api/v1/orders', { items, shipping_address: ADDRESS, payment: 'demo' })
  expect([keyless.status, Object.keys((await keyless.json()).error.fields)]).toEqual([
    400,
    ['idempotency-key'],
  ])
})

test('an order that the database refuses is logged with its reason, which the response leaves out', async ({
  ctx,
  connection,
  owner,
}) => {
  const logged: string[] = []
  const store = createTestStore(connection, { write: (line) => logged.push(line) })
  const grace = await signInVisitor(store, ctx.db)
  const items = [{ product_id: (await buildProduct(ctx)).id, quantity: 1 }]
  const expectFailure = async (reason: string) => {
    const response = await placeTestOrder(grace, items)
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('Failed to')])
    expect(logged.join()).toContain(reason)
  }
  await owner.query('alter table order_items add constraint broken check (quantity < 0)')
  await expectFailure('Failed to create order items: new row for relation')
  await owner.query(`create function refuse_order() returns trigger language plpgsql
    as $$ begin raise exception 'the table is broken'; end $$`)
  await owner.query(
    'create trigger broken before insert on orders for each row execute function refuse_order()',
  )
  await expectFailure('Failed to create order: the table is broken')
})

test('a repeated key returns the first response, and a key can’t be used for another order', async ({
  ctx,
  connection,
}) => {
  const grace = await signInVisitor(createTestStore(connection), ctx.db)
  const { id: product_id } = await buildProduct(ctx)
  const place = (quantity: number) => placeTestOrder(grace, [{ product_id, quantity }], {}, 'attempt')
  const first = await place(1)
  const repeated = await place(1)
  expect([first.status, repeated.status]).toEqual([201, 201])
  expect(await repeated.text()).toBe(await first.text())
  const other = await place(2)
  expect([other.status, (await other.json()).error.code]).toEqual([422, 'idempotency_mismatch'])
})

test('an order can be cancelled until it ships, and its stock is released', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const grace = await signInVisitor(store, ctx.db)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const { id: product_id } = await buildProduct(ctx, { stock: 2 })
  const order = await (await placeTestOrder(grace, [{ product_id, quantity: 2 }])).json()
  const cancelled = await grace.post(`/api/v1/orders/${order.id}/cancellation`)
  expect(await cancelled.json()).toMatchObject({ status: 'cancelled', payment_status: 'pending' })
  expect((await grace.post(`/api/v1/orders/${order.id}/cancellation`)).status).toBe(409)
  const again = await (await placeTestOrder(grace, [{ product_id, quantity: 2 }])).json()
  const move = (to: string, more = {}) =>
    admin.post(`/api/v1/admin/orders/${again.id}/steps`, { to, ...more })
  expect((await move('shipped')).status).toBe(409)
  for (const to of ['processing', 'shipped', 'delivered']) {
    const moved = await move(to, to === 'shipped' ? { carrier: 'UPS', tracking_number: '1Z999' } : {})
    expect([moved.status, (await moved.json()).status]).toEqual([200, to])
    if (to !== 'processing')
      expect((await grace.post(`/api/v1/orders/${again.id}/cancellation`)).status).toBe(409)
  }
  const steps = await query(ctx.db, z.strictObject({ step: z.string() }))`
    select concat_ws(' ', from_status, to_status, actor) as step from order_steps
    where order_id = ${again.id} order by id`
  expect(steps.map(({ step }) => step)).toEqual([
    'pending shopper',
    'pending processing admin',
    'processing shipped admin',
    'shipped delivered admin',
  ])
  const refundsUrl = `/api/v1/admin/orders/${again.id}/refunds`
  expect((await admin.post(refundsUrl, {})).status, 'without a key').toBe(400)
  const headers = { 'idempotency-key': newIdempotencyKey() }
  expect((await admin.post(refundsUrl, {}, { headers })).status).toBe(409)
  await expectBalancedBooks(ctx.db)
  await runJobs(connection, ctx)
  await runJobs(connection, ctx)
  const kinds = (await findSentEmails(connection, ADDRESS.email)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['delivered', 'order-confirmed', 'order-confirmed', 'shipped'])
  const owner = (await findSentEmails(connection, ctx.settings.adminEmail)).map(({ kind }) => kind)
  expect(owner.toSorted()).toEqual(['low-stock', 'new-order', 'new-order'])
})

test('only administrators list all orders, newest first', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const buyers = await signInVisitors(store, ctx.db, 2)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const { id: product_id } = await buildProduct(ctx, { stock: 9 })
  const numbers: string[] = []
  for (const buyer of [...buyers, ...buyers]) {
    const { number } = await (await placeTestOrder(buyer, [{ product_id, quantity: 1 }])).json()
    numbers.unshift(number)
  }
  const first = await (await admin.get('/api/v1/admin/orders?limit=2')).json()
  const rest = await (await admin.get(`/api/v1/admin/orders?limit=2&cursor=${first.next_cursor}`)).json()
  expect([...first.data, ...rest.data].map(({ number }) => number)).toEqual(numbers)
  expect(rest.next_cursor).toBeNull()
  for (const buyer of buyers) expect((await buyer.get('/api/v1/admin/orders')).status).toBe(403)
  expect((await store.visitor().get('/api/v1/admin/orders')).status).toBe(401)
})

test('a whole checkout takes at most twelve statements', async ({ ctx, connection }) => {
  const grace = await signInVisitor(createTestStore(connection), ctx.db)
  const { id: product_id } = await buildProduct(ctx, { stock: 50 })
  const items = [{ product_id, quantity: 1 }]
  const checkOut = async () => {
    await grace.post('/api/v1/cart/items', { product_id, quantity: 1 })
    await grace.post('/api/v1/quote', { items })
    return (await placeTestOrder(grace, items)).status
  }
  await checkOut()
  const count = countStatements(connection)
  expect(await checkOut()).toBe(201)
  expect(count().length).toBeLessThanOrEqual(12)
})

test('GET /orders lists every order for an administrator, with its customer and page in the back office', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const grace = await signInVisitor(store, ctx.db)
  const eve = await signInVisitor(store, ctx.db)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const { id: product_id } = await buildProduct(ctx)
  const order = await (await placeTestOrder(grace, [{ product_id, quantity: 1 }])).json()
  await placeTestOrder(eve, [{ product_id, quantity: 1 }])
  const { data } = await (await admin.get('/api/v1/orders')).json()
  expect(data).toHaveLength(2)
  const { firstName, lastName, email } = order.shipping_address
  expect(data[1]).toEqual({
    ...order,
    customer: { name: `${firstName} ${lastName}`, email },
    admin_url: `${store.config.PUBLIC_URL}/admin/orders/${order.number}`,
  })
  expect((await (await eve.get('/api/v1/orders')).json()).data[0]).not.toHaveProperty('customer')
})
