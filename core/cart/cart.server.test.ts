import fc from 'fast-check'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { addToCart, changeQuantity, clearCart, findCart, removeFromCart } from './cart.server.ts'
import { combineLines, lineQuantity } from './cart.ts'
import { MAX_ITEM_QUANTITY } from './limits.ts'
import { mergeCart } from './merge-cart.server.ts'

test('adding a product again increases its quantity, up to the stock and the limit of 20', async ({
  ctx,
}) => {
  const grace = { ...ctx, actor: await buildActor(ctx.db) }
  const scarce = await buildProduct(ctx, { stock: 3, name: 'Scarce Serum' })
  const plenty = await buildProduct(ctx, { stock: 50 })
  await addToCart(grace, { productId: scarce.id, quantity: 2 })
  expect(await addToCart(grace, { productId: scarce.id, quantity: 1 })).toMatchObject({ quantity: 3 })
  await expect(addToCart(grace, { productId: scarce.id, quantity: 1 })).rejects.toMatchObject({
    code: 'out_of_stock',
    message: 'Only 3 left of Scarce Serum.',
  })
  await addToCart(grace, { productId: plenty.id, quantity: 20 })
  await expect(addToCart(grace, { productId: plenty.id, quantity: 1 })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await findCart(grace)).map(({ quantity }) => quantity)).toEqual([3, 20])
})

test('a product that is not for sale cannot be added', async ({ ctx }) => {
  const grace = { ...ctx, actor: await buildActor(ctx.db) }
  const draft = await buildProduct(ctx, { status: 'draft' })
  const soldOut = await buildProduct(ctx, { stock: 0, name: 'Gone Oil' })
  for (const id of [draft.id, 'prd_none']) {
    await expect(addToCart(grace, { productId: id, quantity: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  await expect(addToCart(grace, { productId: soldOut.id, quantity: 1 })).rejects.toThrow(
    'Gone Oil is sold out.',
  )
  expect(await findCart(grace)).toEqual([])
})

test('a quantity can be changed, and 0 removes the item', async ({ ctx }) => {
  const grace = { ...ctx, actor: await buildActor(ctx.db) }
  const { id: productId } = await buildProduct(ctx, { stock: 5 })
  const { id } = await addToCart(grace, { productId, quantity: 2 })
  expect(await changeQuantity(grace, { id }, 5)).toMatchObject({ quantity: 5 })
  expect(await changeQuantity(grace, { productId }, 4)).toMatchObject({ id, quantity: 4 })
  await expect(changeQuantity(grace, { id }, 6)).rejects.toMatchObject({ code: 'out_of_stock' })
  await expect(changeQuantity(grace, { id }, 21)).rejects.toMatchObject({ code: 'conflict' })
  expect(await changeQuantity(grace, { id }, 0)).toBeNull()
  await expect(changeQuantity(grace, { id }, 1)).rejects.toMatchObject({ code: 'not_found' })
  await addToCart(grace, { productId, quantity: 1 })
  await clearCart(grace)
  expect(await findCart(grace)).toEqual([])
})

test('a shopper cannot see or change another shopper’s cart', async ({ ctx }) => {
  const grace = { ...ctx, actor: await buildActor(ctx.db) }
  const other = { ...ctx, actor: await buildActor(ctx.db) }
  const { id: productId } = await buildProduct(ctx)
  const { id } = await addToCart(grace, { productId, quantity: 2 })
  expect(await findCart(other)).toEqual([])
  await expect(removeFromCart(other, { id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(changeQuantity(other, { id }, 0)).rejects.toMatchObject({ code: 'not_found' })
  await clearCart(other)
  expect(await findCart(grace)).toMatchObject([{ quantity: 2, addedPrice: 4800 }])
  await expect(findCart(ctx)).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'User must be logged in',
  })
})

test('concurrent additions are all counted, up to the limit', async ({ ctx }) => {
  const grace = { ...ctx, actor: await buildActor(ctx.db) }
  const { id: productId } = await buildProduct(ctx, { stock: 100 })
  const additions = await Promise.allSettled(
    Array.from({ length: 30 }, () => addToCart(grace, { productId, quantity: 1 })),
  )
  expect(additions.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(await findCart(grace)).toMatchObject([{ quantity: 20 }])
})

/** Merging adds quantities up to the limit and the stock, and never lowers one. */
function mergedQuantity(existing: number, added: number, stock: number): number {
  return Math.max(existing, Math.min(existing + added, MAX_ITEM_QUANTITY, stock))
}

test('any guest cart merges by the rule, once per key', async ({ ctx }) => {
  const stocks = [0, 1, 4, 9, 25, 60]
  const products = await Promise.all(stocks.map((stock) => buildProduct(ctx, { stock })))
  const ids = products.map(({ id }) => id)
  const quantity = fc.oneof(fc.integer({ min: -3, max: 30 }), fc.constant(1.5))
  const local = fc.array(fc.record({ productId: fc.constantFrom(...ids, 'prd_none'), quantity }), {
    maxLength: 10,
  })
  const startingCart = fc.dictionary(fc.constantFrom(...ids.slice(1)), fc.integer({ min: 1, max: 20 }))
  const property = fc.asyncProperty(local, startingCart, fc.uuid(), async (localCart, initialCart, key) => {
    const grace = { ...ctx, actor: await buildActor(ctx.db) }
    const expected = new Map<string, number>()
    for (const [index, id] of ids.entries()) {
      const stock = stocks[index] ?? 0
      const startQuantity = Math.min(initialCart[id] ?? 0, stock)
      if (startQuantity) await addToCart(grace, { productId: id, quantity: startQuantity })
      const merged = mergedQuantity(startQuantity, lineQuantity(combineLines(localCart), id), stock)
      if (merged) expected.set(id, merged)
    }
    const merges = await Promise.all([mergeCart(grace, localCart, key), mergeCart(grace, localCart, key)])
    const cart = merges.at(-1)?.map(({ productId, quantity }): [string, number] => [productId, quantity])
    expect(new Map(cart)).toEqual(expected)
    expect(await mergeCart(grace, localCart, key)).toEqual(merges.at(-1))
  })
  await fc.assert(property, { numRuns: 40 })
})
