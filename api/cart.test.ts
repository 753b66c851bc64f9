import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { query } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { countStatements } from '#test/count-statements.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('an API client adds to a cart, changes it, merges it, and clears it', async ({ ctx, connection }) => {
  const grace = await signInVisitor(createTestStore(connection), ctx.db)
  const product = await buildProduct(ctx, { name: 'Night Serum', price: 6800, stock: 12 })
  const added = await grace.post('/api/v1/cart/items', { product_id: product.id, quantity: 2 })
  const item = await added.json()
  expect([added.status, item]).toMatchObject([
    201,
    {
      user_id: grace.account.id,
      product_id: product.id,
      quantity: 2,
      added_price: 68,
      product: { name: 'Night Serum', price: 68, display_price: { display: '$68.00' }, stock: 12 },
    },
  ])
  const changed = await grace.patch(`/api/v1/cart/items/${item.id}`, { quantity: 5 })
  expect((await changed.json()).quantity).toBe(5)
  const once = { headers: { 'idempotency-key': 'guest-cart-1' } }
  for (const _ of [1, 2]) {
    const merged = await grace.post(
      '/api/v1/cart/merge',
      { items: [{ productId: product.id, quantity: 3 }] },
      once,
    )
    expect((await merged.json()).data).toMatchObject([{ quantity: 8 }])
  }
  const overstock = await grace.post('/api/v1/cart/items', { product_id: product.id, quantity: 9 })
  expect([overstock.status, await overstock.json()]).toMatchObject([409, { error: { code: 'out_of_stock' } }])
  expect((await grace.patch(`/api/v1/cart/items/${item.id}`, { quantity: 0 })).status).toBe(204)
  expect((await (await grace.get('/api/v1/cart')).json()).data).toEqual([])
  for (const quantity of [0, -1, 1.5, 21, '2', null]) {
    const bad = await grace.post('/api/v1/cart/items', { product_id: product.id, quantity })
    expect([quantity, bad.status, Object.keys((await bad.json()).error.fields)]).toEqual([
      quantity,
      400,
      ['quantity'],
    ])
  }
})

const readRows = ({ db }: Context, userId: string) =>
  query(db, z.strictObject({ productId: z.string(), quantity: z.int() }))`
    select product_id as "productId", quantity from cart_items where user_id = ${userId}`

test('a cart item is joined with its product', async ({ ctx, connection }) => {
  const grace = await signInVisitor(createTestStore(connection), ctx.db)
  const product = await buildProduct(ctx)
  await addPicture(ctx, product.id)
  await grace.post('/api/v1/cart/items', { product_id: product.id, quantity: 2 })
  const text = expect.stringMatching(/./)
  const { id, name } = product
  expect((await (await grace.get('/api/v1/cart')).json()).data).toMatchObject([
    {
      id: text,
      user_id: grace.account.id,
      product_id: id,
      quantity: 2,
      product: { id, name, price: 48, image_url: text, description: 'A product of a test.' },
    },
  ])
})

test('the cart has one row for each product, also after additions at the same time, and none once it is cleared', async ({
  ctx,
  connection,
}) => {
  const grace = await signInVisitor(createTestStore(connection), ctx.db)
  const [first, second] = [await buildProduct(ctx), await buildProduct(ctx)]
  const add = async ({ id }: { id: string }, quantity: number) =>
    (await grace.post('/api/v1/cart/items', { product_id: id, quantity })).json()
  const rows = () => readRows(ctx, grace.account.id)
  await add(first, 1)
  const item = await add(first, 2)
  expect(await rows()).toEqual([{ productId: first.id, quantity: 3 }])
  expect((await grace.patch(`/api/v1/cart/items/${item.id}`, { quantity: 0 })).status).toBe(204)
  expect(await rows()).toEqual([])
  await Promise.all([1, 1, 1].map((quantity) => add(first, quantity)))
  expect(await rows()).toEqual([{ productId: first.id, quantity: 3 }])
  await add(second, 1)
  expect(await rows()).toHaveLength(2)
  expect((await grace.delete('/api/v1/cart')).status).toBe(204)
  expect(await rows()).toEqual([])
})

test('an item is changed and deleted by its ID, and another shopper’s item is not found', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const [grace, eve] = [await signInVisitor(store, ctx.db), await signInVisitor(store, ctx.db)]
  const [first, second] = [await buildProduct(ctx), await buildProduct(ctx)]
  const added = await grace.post('/api/v1/cart/items', { product_id: first.id, quantity: 1 })
  await grace.post('/api/v1/cart/items', { product_id: second.id, quantity: 1 })
  const item = `/api/v1/cart/items/${(await added.json()).id}`
  expect((await eve.patch(item, { quantity: 9 })).status).toBe(404)
  expect((await eve.delete(item)).status).toBe(404)
  expect((await (await grace.patch(item, { quantity: 5 })).json()).quantity).toBe(5)
  expect((await grace.delete(item)).status).toBe(204)
  expect(await readRows(ctx, grace.account.id)).toEqual([{ productId: second.id, quantity: 1 }])
  expect((await grace.delete('/api/v1/cart')).status).toBe(204)
  expect((await (await grace.get('/api/v1/cart')).json()).data).toEqual([])
})

test('every cart endpoint requires a session', async ({ connection }) => {
  const guest = createTestStore(connection).visitor()
  const responses = await Promise.all([
    guest.get('/api/v1/cart'),
    guest.post('/api/v1/cart/items', { product_id: 'prd_x', quantity: 1 }),
    guest.patch('/api/v1/cart/items/x', { quantity: 1 }),
    guest.delete('/api/v1/cart/items/x'),
    guest.delete('/api/v1/cart'),
    guest.post('/api/v1/cart/merge', { items: [] }),
  ])
  for (const response of responses) {
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { error: { code: 'unauthenticated', message: 'User must be logged in' } },
    ])
  }
})

test('a change that the database refuses is logged with its reason, which the response leaves out', async ({
  ctx,
  connection,
  owner,
}) => {
  const logged: string[] = []
  const store = createTestStore(connection, { write: (line) => logged.push(line) })
  const grace = await signInVisitor(store, ctx.db)
  const [rose, moss] = [await buildProduct(ctx), await buildProduct(ctx)]
  const { id } = await (await grace.post('/api/v1/cart/items', { product_id: rose.id, quantity: 1 })).json()
  await owner.query(`create function refuse_change() returns trigger language plpgsql
    as $$ begin raise exception 'the table is broken'; end $$`)
  await owner.query(`create trigger broken before insert or update or delete on cart_items
    for each row execute function refuse_change()`)
  for (const [change, reason] of [
    [() => grace.post('/api/v1/cart/items', { product_id: moss.id, quantity: 1 }), 'add to cart'],
    [() => grace.patch(`/api/v1/cart/items/${id}`, { quantity: 2 }), 'update cart'],
    [() => grace.delete(`/api/v1/cart/items/${id}`), 'remove from cart'],
    [() => grace.delete('/api/v1/cart'), 'clear cart'],
  ] as const) {
    const response = await change()
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('Failed to')])
    expect(logged.join()).toContain(`Failed to ${reason}: the table is broken`)
  }
})

test('adding a product to the cart takes at most four statements', async ({ ctx, connection }) => {
  const grace = await signInVisitor(createTestStore(connection), ctx.db)
  const { id: product_id } = await buildProduct(ctx)
  const count = countStatements(connection)
  const added = await grace.post('/api/v1/cart/items', { product_id, quantity: 1 })
  expect([added.status, count()]).toEqual([201, expect.any(Array)])
  expect(count().length).toBeLessThanOrEqual(4)
})
