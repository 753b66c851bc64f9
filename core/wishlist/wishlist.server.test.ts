import { newId } from '#core/ids.ts'
import { eraseAccount } from '#core/privacy/erase-person.server.ts'
import { execute, sql } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { turnOnAlerts } from './alerts.server.ts'
import {
  findSharedWishlist,
  readWishlistSettings,
  shareWishlist,
  stopSharingWishlist,
} from './share-wishlist.server.ts'
import { addWaitingGuests, buildWaitingCustomer } from './wishlist.fixture.ts'
import {
  addToWishlist,
  findWishlist,
  listWishedIds,
  mergeWishlist,
  removeFromWishlist,
} from './wishlist.server.ts'
import { parseStoredWishlist } from './wishlist.ts'
import { listWishlistDemand } from './wishlist-demand.server.ts'

test('a customer adds and removes products, each once', async ({ ctx }) => {
  const customer = await asCustomer(ctx)
  const { id } = await buildProduct(ctx, { price: 4800 })
  const { id: draft } = await buildProduct(ctx, { status: 'draft' })
  await Promise.all([addToWishlist(customer, id), addToWishlist(customer, id)])
  for (const unknown of [draft, newId('product'), '🌹'])
    await expect(addToWishlist(customer, unknown)).rejects.toMatchObject({ code: 'not_found' })
  expect(await findWishlist(customer)).toMatchObject([{ productId: id, addedPrice: 4800 }])
  expect(await findWishlist(await asCustomer(ctx))).toEqual([])
  await expect(findWishlist(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  await execute(ctx.db)`update products set status = 'archived' where id = ${id}`
  await addToWishlist(customer, id)
  await removeFromWishlist(customer, id)
  await removeFromWishlist(customer, id)
  expect(await listWishedIds(customer)).toEqual([])
})

test('a list holds at most 200 products, also if two tabs add the last one', async ({ ctx }) => {
  const customer = await asCustomer(ctx)
  await execute(ctx.db)`
    insert into products (id, slug, name, category, price)
    select 'prd_' || lpad(n::text, 20, '0'), 'many-' || n, 'Many', 'Skincare', 100 from generate_series(1, 202) n`
  const id = (number: number) => `prd_${String(number).padStart(20, '0')}`
  const ids = Array.from({ length: 199 }, (_, index) => id(index + 1))
  expect(await mergeWishlist(customer, ids)).toEqual(ids)
  const results = await Promise.allSettled([
    addToWishlist(customer, id(200)),
    addToWishlist(customer, id(201)),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(addToWishlist(customer, id(202))).rejects.toThrow('at most 200 products')
  expect(await mergeWishlist(customer, [id(202), id(1)])).toHaveLength(200)
})

test('a guest’s list is merged at sign-in, in two tabs at once, in its order', async ({ ctx }) => {
  const customer = await buildWaitingCustomer(ctx, [])
  const [a, b, c] = [await buildProduct(ctx), await buildProduct(ctx), await buildProduct(ctx)].map(
    ({ id }) => id,
  )
  if (!a || !b || !c) throw new Error('There are three')
  await addToWishlist({ ...customer, now: new Date(0) }, c)
  await Promise.all([
    mergeWishlist(customer, [a, b, 'prd_nonsense', newId('product')]),
    mergeWishlist(customer, [b, a, c]),
    addToWishlist(customer, a),
  ])
  expect((await listWishedIds(customer)).at(-1)).toBe(c)
  expect(await listWishedIds(customer)).toHaveLength(3)
  expect(await execute(ctx.db)`select from product_alerts where profile_id = ${customer.actor.id}`).toBe(6)
})

test('anything in a browser’s storage is a list', () => {
  for (const text of [null, '', '{', '{"a":1}', '[1,null,{}]', '["prd_x","<b>"]', '"prd_"'])
    expect(parseStoredWishlist(text)).toEqual([])
  const id = newId('product')
  expect(parseStoredWishlist(JSON.stringify([id, id, 3]))).toEqual([id])
  expect(
    parseStoredWishlist(JSON.stringify(Array.from({ length: 500 }, () => newId('product')))),
  ).toHaveLength(200)
})

test('a list is shared by a link until its owner revokes it', async ({ ctx }) => {
  const customer = await asCustomer(ctx)
  await execute(ctx.db)`update profiles set full_name = 'محمد Hopper' where id = ${customer.actor.id}`
  const { id } = await buildProduct(ctx)
  await addToWishlist(customer, id)
  const link = async () => (await readWishlistSettings(customer)).shareToken ?? ''
  await Promise.all([1, 2].map(() => shareWishlist(customer, { showsName: false })))
  const token = await link()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await findSharedWishlist(ctx, token)).toEqual({ firstName: null, productIds: [id] })
  await shareWishlist(customer, { showsName: true })
  expect(await link()).toBe(token)
  expect(await findSharedWishlist(ctx, token)).toEqual({ firstName: 'محمد', productIds: [id] })
  await stopSharingWishlist(customer)
  await shareWishlist(customer, { showsName: false })
  expect(await link()).not.toBe(token)
  for (const former of [token, '', 'x'.repeat(5000)])
    await expect(findSharedWishlist(ctx, former)).rejects.toMatchObject({ code: 'not_found' })
  await execute(ctx.db)`update profiles set blocked_at = now() where id = ${customer.actor.id}`
  await expect(findSharedWishlist(ctx, await link())).rejects.toMatchObject({ code: 'not_found' })
})

test('nothing remains of a deleted account’s list', async ({ ctx }) => {
  const { id } = await buildProduct(ctx, { stock: 0 })
  const { actor } = await buildWaitingCustomer(ctx, [id])
  await addWaitingGuests(ctx, id, 1)
  await execute(ctx.db)`update product_alerts set email = ${actor.email} where email is not null`
  await ctx.db.transaction((tx) => eraseAccount(tx, actor))
  for (const table of ['wishlists', 'wishlist_items', 'product_alerts'])
    expect(await execute(ctx.db)`select from ${sql.raw(table)}`).toBe(0)
})

test('staff see what is wished for, most first, and customers don’t', async ({ ctx }) => {
  const [popular, other] = [await buildProduct(ctx, { stock: 0 }), await buildProduct(ctx)]
  await buildWaitingCustomer(ctx, [popular.id, other.id])
  await buildWaitingCustomer(ctx, [popular.id])
  const customer = await asCustomer(ctx)
  await addToWishlist(customer, other.id)
  await addToWishlist(customer, popular.id)
  const admin = await asAdmin(ctx)
  const rows = async (filter?: string) => (await listWishlistDemand(admin, { filter })).rows
  expect(await rows()).toMatchObject([
    { id: popular.id, wishes: 3, waiting: 2, stock: 0 },
    { id: other.id, wishes: 2, waiting: 1, stock: 10 },
  ])
  expect(await rows('sold-out')).toMatchObject([{ id: popular.id }])
  await expect(listWishlistDemand(customer, {})).rejects.toMatchObject({ code: 'forbidden' })
  await turnOnAlerts(customer)
  expect(await rows('sold-out')).toMatchObject([{ waiting: 3 }])
})
