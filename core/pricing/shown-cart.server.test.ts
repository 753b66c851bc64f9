import { eq } from 'drizzle-orm'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { addToCart, findCart } from '../cart/cart.server.ts'
import { products } from '../catalog/catalog.table.ts'
import { showCart } from './shown-cart.server.ts'
import { canBeBought } from './shown-cart.ts'

test('a cart is shown with what of it can be had, and costs that much', async ({ ctx }) => {
  const plenty = await buildProduct(ctx, { name: 'Plenty Oil', price: 2000, stock: 30 })
  const scarce = await buildProduct(ctx, { price: 1000, stock: 2 })
  const sold = await buildProduct(ctx, { price: 9000, stock: 0 })
  const draft = await buildProduct(ctx, { status: 'draft' })
  const wanted = [
    { productId: plenty.id, quantity: 3 },
    { productId: scarce.id, quantity: 5 },
    { productId: sold.id, quantity: 1 },
    { productId: draft.id, quantity: 1 },
    { productId: 'prd_none', quantity: 1 },
  ]
  const shown = await showCart(ctx, wanted)
  expect(shown.lines.map(({ quantity, most }) => [quantity, most])).toEqual([
    [3, 20],
    [5, 2],
    [1, 0],
  ])
  expect(shown.lines[0]).toMatchObject({ name: 'Plenty Oil', unitAmount: 2000, unitAmountBefore: null })
  expect(shown.gone).toEqual([draft.id, 'prd_none'])
  expect(shown.quote).toMatchObject({ subtotal: 8000, shipping: 0, tax: 640, total: 8640 })
  expect(canBeBought(shown)).toBe(false)
  expect(canBeBought(await showCart(ctx, wanted.slice(0, 1)))).toBe(true)
  expect(canBeBought(await showCart(ctx, []))).toBe(false)
})

test('a price that changed since is told, old and new', async ({ ctx }) => {
  const grace = { ...ctx, actor: await buildActor(ctx.db), region: 'IN' as const }
  const { id: product_id } = await buildProduct(ctx, { price: 4800 })
  await addToCart(grace, { product_id, quantity: 1 })
  expect((await showCart(grace, await findCart(grace))).lines[0]?.unitAmountBefore).toBeNull()
  await ctx.db.update(products).set({ price: 5200 }).where(eq(products.id, product_id))
  expect((await showCart(grace, await findCart(grace))).lines[0]).toMatchObject({
    unitAmount: 431_600,
    unitAmountBefore: 398_400,
  })
})

test('a code that does not count is said, and the cart costs what it costs without it', async ({ ctx }) => {
  const { id: productId } = await buildProduct(ctx, { price: 1000 })
  const shown = await showCart(ctx, [{ productId, quantity: 1 }], ' nothing ')
  expect(shown).toMatchObject({ code: 'NOTHING', quote: { discount: 0, total: 2080 } })
  expect(shown.codeProblem).toBeTruthy()
})
