import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { execute } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { addToCart, findCart } from '../cart/cart.server.ts'
import { getDisplayedCart } from './displayed-cart.server.ts'
import { isPurchasable } from './displayed-cart.ts'

test('a displayed cart is priced for the quantities that are available', async ({ ctx }) => {
  const plenty = await buildProduct(ctx, { name: 'Plenty Oil', price: 2000, stock: 30 })
  const scarce = await buildProduct(ctx, { price: 1000, stock: 2 })
  const soldOut = await buildProduct(ctx, { price: 9000, stock: 0 })
  const draft = await buildProduct(ctx, { status: 'draft' })
  const requested = [
    { productId: plenty.id, quantity: 3 },
    { productId: scarce.id, quantity: 5 },
    { productId: soldOut.id, quantity: 1 },
    { productId: draft.id, quantity: 1 },
    { productId: 'prd_none', quantity: 1 },
  ]
  const cart = await getDisplayedCart(ctx, requested)
  expect(cart.lines.map(({ quantity, maxQuantity }) => [quantity, maxQuantity])).toEqual([
    [3, 20],
    [5, 2],
    [1, 0],
  ])
  expect(cart.lines[0]).toMatchObject({ name: 'Plenty Oil', unitAmount: 2000, unitAmountBefore: null })
  expect(cart.unavailable).toEqual([draft.id, 'prd_none'])
  expect(cart.quote).toMatchObject({ subtotal: 8000, shipping: 0, tax: 640, total: 8640 })
  expect(isPurchasable(cart)).toBe(false)
  expect(isPurchasable(await getDisplayedCart(ctx, requested.slice(0, 1)))).toBe(true)
  expect(isPurchasable(await getDisplayedCart(ctx, []))).toBe(false)
})

test('a line whose price changed has the old and the new price', async ({ ctx }) => {
  const grace = { ...ctx, actor: await buildActor(ctx.db), region: DEFAULT_REGIONS.IN }
  const { id: productId } = await buildProduct(ctx, { price: 4800 })
  await addToCart(grace, { productId, quantity: 1 })
  expect((await getDisplayedCart(grace, await findCart(grace))).lines[0]?.unitAmountBefore).toBeNull()
  await execute(ctx.db)`update products set price = 5200 where id = ${productId}`
  expect((await getDisplayedCart(grace, await findCart(grace))).lines[0]).toMatchObject({
    unitAmount: 431_600,
    unitAmountBefore: 398_400,
  })
})

test('an invalid code is reported, and the cart is priced without it', async ({ ctx }) => {
  const { id: productId } = await buildProduct(ctx, { price: 1000 })
  const cart = await getDisplayedCart(ctx, [{ productId, quantity: 1 }], ' nothing ')
  expect(cart).toMatchObject({ code: 'NOTHING', quote: { discount: 0, total: 2080 } })
  expect(cart.codeProblem).toBeTruthy()
})
