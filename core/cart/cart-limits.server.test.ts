import { vi } from 'vitest'
import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { addToCart, changeQuantity, findCart } from './cart.server.ts'
import { CartLine, CartLines } from './cart-line.ts'
import { MAX_CART_LINES } from './limits.ts'
import { mergeCart, pruneCartMerges } from './merge-cart.server.ts'

const CART_FULL = 'A cart can hold at most 100 products.'

/** Products for every place in a cart and one more. */
async function buildCatalog(ctx: Context): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth <= MAX_CART_LINES; nth++) ids.push((await buildProduct(ctx, { stock: 3 })).id)
  return ids
}

test('a cart holds 100 products, and more of one that is in it still fits', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const ids = await buildCatalog(ctx)
  const [extra = '', first = ''] = ids
  const lines = ids.slice(1).map((productId) => ({ productId, quantity: 1 }))
  expect(await mergeCart(grace, lines, null)).toHaveLength(100)
  await expect(addToCart(grace, { productId: extra, quantity: 1 })).rejects.toMatchObject({
    ...{ code: 'conflict', message: CART_FULL },
  })
  expect(await addToCart(grace, { productId: first, quantity: 1 })).toMatchObject({ quantity: 2 })
  expect((await findCart(grace)).map(({ productId }) => productId)).not.toContain(extra)
}, 30_000)

test('lines that are added at the same time don’t exceed the limit', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const [first = '', second = '', ...others] = await buildCatalog(ctx)
  const lines = others.map((productId) => ({ productId, quantity: 1 }))
  await mergeCart(grace, lines, null)
  const { waiting } = await ctx.db.transaction(async (db) => {
    await addToCart({ ...grace, db }, { productId: first, quantity: 1 })
    const waiting = addToCart(grace, { productId: second, quantity: 1 })
    waiting.catch(() => {})
    const isWaiting = async () =>
      expect(
        await queryColumn(ctx.db, z.int())`
          select pid from pg_stat_activity
          where wait_event = 'advisory' and datname = current_database() and query like '%into cart_items%'`,
      ).toHaveLength(1)
    await Promise.race([waiting, vi.waitFor(isWaiting, { timeout: 10_000 })])
    return { waiting }
  })
  await expect(waiting).rejects.toMatchObject({ code: 'conflict', message: CART_FULL })
  expect(await findCart(grace)).toHaveLength(100)
}, 30_000)

test('a guest cart of more than 100 products is merged up to the limit', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const ids = await buildCatalog(ctx)
  const lines = ids.map((productId) => ({ productId, quantity: 1 }))
  expect(await mergeCart(grace, lines, null)).toHaveLength(100)
}, 30_000)

test('merging into a cart that is almost full adds what fits, in the order of the guest cart', async ({
  ctx,
}) => {
  const grace = await asCustomer(ctx)
  const [first = '', second = '', third = '', ...others] = await buildCatalog(ctx)
  const lines = (ids: string[]) => ids.map((productId) => ({ productId, quantity: 1 }))
  await mergeCart(grace, lines([...others, first]), null)
  const [inCart = ''] = others
  const extra = (await buildProduct(ctx)).id
  const merged = await mergeCart(grace, lines([third, second, extra, inCart]), 'sign-in')
  const quantities = new Map(merged.map(({ productId, quantity }) => [productId, quantity]))
  expect(quantities.size).toBe(100)
  expect([third, second, extra, inCart].map((id) => quantities.get(id))).toEqual([1, undefined, undefined, 2])
}, 30_000)

test.for([
  [{ quantity: 0 }, 'Quantity must be at least 1.'],
  [{ quantity: -1 }, 'Quantity must be at least 1.'],
  [{ quantity: 1.5 }, 'Quantity must be a whole number.'],
  [{ quantity: 21 }, 'You can order up to 20 of each product.'],
] as const)('a line with %o is refused with its reason', ([change, message]) => {
  const line = { productId: 'prd_1', quantity: 1 }
  expect(CartLine.safeParse({ ...line, ...change }).error?.issues[0]).toMatchObject({
    path: ['quantity'],
    message,
  })
  expect(CartLine.safeParse({ ...line, quantity: 20 }).success).toBe(true)
})

test('a request can name at most 100 lines', () => {
  const lines = Array.from({ length: 101 }, (_, nth) => ({ productId: `prd_${nth}`, quantity: 1 }))
  expect(CartLines.safeParse(lines).error?.issues[0]?.message).toBe(CART_FULL)
  expect(CartLines.safeParse(lines.slice(1)).success).toBe(true)
})

test('a line remembers the price at which it was last added, so that the page can show a change', async ({
  ctx,
}) => {
  const grace = await asCustomer(ctx)
  const { id: productId } = await buildProduct(ctx, { price: 1000 })
  const setPrice = (price: number) =>
    execute(ctx.db)`update products set price = ${price} where id = ${productId}`
  const { id } = await addToCart(grace, { productId, quantity: 1 })
  await setPrice(1200)
  await changeQuantity(grace, { id }, 2)
  expect(await findCart(grace)).toMatchObject([{ addedPrice: 1000, price: 1200 }])
  await addToCart(grace, { productId, quantity: 1 })
  expect(await findCart(grace)).toMatchObject([{ addedPrice: 1200, quantity: 3 }])
})

test('a quantity can be lowered below what is in the cart even when stock is short, but not raised', async ({
  ctx,
}) => {
  const grace = await asCustomer(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 8, name: 'Scarce Oil' })
  const { id } = await addToCart(grace, { productId, quantity: 6 })
  await execute(ctx.db)`
    insert into stock_movements (product_id, change, reason) values (${productId}, -6, 'counted')`
  expect(await changeQuantity(grace, { id }, 5), 'one step at a time').toMatchObject({
    quantity: 5,
    stock: 2,
  })
  await expect(changeQuantity(grace, { id }, 6)).rejects.toMatchObject({
    ...{ code: 'out_of_stock', message: 'Only 2 left of Scarce Oil.' },
  })
})

test('products that are no longer for sale stay in the cart, so that the page can name them', async ({
  ctx,
}) => {
  const grace = await asCustomer(ctx)
  const { id: productId } = await buildProduct(ctx)
  await addToCart(grace, { productId, quantity: 1 })
  await execute(ctx.db)`update products set status = 'archived' where id = ${productId}`
  expect(await findCart(grace)).toMatchObject([{ productId }])
  await expect(addToCart(grace, { productId, quantity: 1 })).rejects.toMatchObject({ code: 'not_found' })
})

test('a merge key is remembered for 90 days', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const lines = [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  const merge = async () => (await mergeCart(grace, lines, 'tab'))[0]?.quantity
  const age = (days: number) =>
    execute(ctx.db)`
      update cart_merges set at = now() - make_interval(days => ${days}) where user_id = ${grace.actor.id}`
  expect([await merge(), await merge()]).toEqual([1, 1])
  await age(89)
  await pruneCartMerges(ctx)
  expect(await merge()).toBe(1)
  await age(91)
  await pruneCartMerges(ctx)
  expect(await merge()).toBe(2)
})
