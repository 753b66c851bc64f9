import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPurchase } from '#test/payments/card-orders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { placeTestOrder } from '../checkout/test-order.server.ts'
import type { Context } from '../context.ts'
import { createOffer } from '../offers/manage-offers.server.ts'
import { baseSubtotal, loadCartLines, quoteCart } from './cart-quote.server.ts'

const draft = { title: 'x', kind: 'percentage', value: 1000, minimum: 0, endsAt: null }
const createCode = async (ctx: Context, code: string, overrides: object = {}) =>
  createOffer(await asAdmin(ctx), { ...draft, totalLimit: null, customerLimit: null, code, ...overrides })

const quoteOf = (ctx: Context, lines: CartLine[], code?: string | null) =>
  quoteCart(ctx, { lines, region: DEFAULT_REGIONS.US, code })

test('a cart is priced with the catalog’s prices, and lines of the same product are added', async ({
  ctx,
}) => {
  const [serum, comb] = [await buildProduct(ctx, { price: 1999 }), await buildProduct(ctx, { price: 2800 })]
  const lines = [
    { productId: serum.id, quantity: 1, price: 1 },
    { productId: comb.id, quantity: 1 },
    { productId: serum.id, quantity: 1 },
  ]
  expect(await quoteCart(ctx, { lines, region: DEFAULT_REGIONS.CA })).toEqual({
    ...{ region: 'CA', currency: 'cad', rate: 1.35 },
    lines: [
      { productId: serum.id, quantity: 2, unitAmount: 2699, amount: 5398, discount: 0 },
      { productId: comb.id, quantity: 1, unitAmount: 3780, amount: 3780, discount: 0 },
    ],
    ...{ subtotal: 9178, discount: 0, shipping: 1350, tax: 734, total: 11_262 },
    ...{ taxPercent: 8, taxIncluded: false, shippingTax: 0, offer: null },
  })
  expect(baseSubtotal(await loadCartLines(ctx.db, lines))).toBe(6798)
})

test('an empty cart costs nothing, not even shipping', async ({ ctx }) => {
  expect(await quoteOf(ctx, [])).toMatchObject({ lines: [], shipping: 0, tax: 0, total: 0 })
})

test('every product that is short is named with what is left', async ({ ctx }) => {
  const few = await buildProduct(ctx, { stock: 2, name: 'Rare Oil' })
  const none = await buildProduct(ctx, { stock: 0, name: 'Gone Balm' })
  const lines = [few, none].map(({ id: productId }) => ({ productId, quantity: 3 }))
  await expect(quoteOf(ctx, lines)).rejects.toMatchObject({
    ...{ code: 'out_of_stock', message: 'Only 2 left of Rare Oil. Gone Balm is sold out.' },
    fields: { [few.id]: 'Only 2 left of Rare Oil.', [none.id]: 'Gone Balm is sold out.' },
  })
  expect(await quoteOf(ctx, [{ productId: few.id, quantity: 2 }])).toMatchObject({ subtotal: 9600 })
})

test.for(['draft', 'archived'] as const)('a product that is %s can’t be bought', async (status, { ctx }) => {
  const { id: productId } = await buildProduct(ctx, { status })
  const message = 'This product is no longer available.'
  await expect(quoteOf(ctx, [{ productId, quantity: 1 }])).rejects.toMatchObject({
    ...{ code: 'not_found', message, fields: { [productId]: message } },
  })
})

test('at most 20 of a product can be ordered, also in several lines', async ({ ctx }) => {
  const { id: productId } = await buildProduct(ctx, { stock: 50 })
  const message = 'You can order up to 20 of each product.'
  const line = { productId, quantity: 10 }
  expect(await quoteOf(ctx, [line, line])).toMatchObject({ subtotal: 96_000 })
  await expect(quoteOf(ctx, [line, line, { productId, quantity: 1 }])).rejects.toMatchObject({
    ...{ code: 'invalid_input', fields: { items: message } },
  })
})

test('a code is accepted in any case and with spaces, and an empty one is no code', async ({ ctx }) => {
  await createCode(ctx, 'TENTH')
  const lines = [{ productId: (await buildProduct(ctx, { price: 10_000 })).id, quantity: 1 }]
  expect(await quoteOf(ctx, lines, ' tenth ')).toMatchObject({ discount: 1000, tax: 720, total: 9720 })
  for (const code of ['', '  ', null, undefined])
    expect(await quoteOf(ctx, lines, code)).toMatchObject({ discount: 0 })
})

test('the minimum of a code is compared in US dollars, before the discount, in every region', async ({
  ctx,
}) => {
  await createCode(ctx, 'HUNDRED', { minimum: 10_000 })
  const [below, exact] = [
    await buildProduct(ctx, { price: 9999 }),
    await buildProduct(ctx, { price: 10_000 }),
  ]
  for (const region of Object.values(DEFAULT_REGIONS)) {
    const quoteFor = ({ id: productId }: { id: string }) =>
      quoteCart(ctx, { lines: [{ productId, quantity: 1 }], region, code: 'HUNDRED' })
    await expect(quoteFor(below)).rejects.toThrow('This code applies to orders of $100.00 or more.')
    expect((await quoteFor(exact)).discount).toBeGreaterThan(0)
  }
})

test('a code that a customer used up is refused to their account, and not to another', async ({ ctx }) => {
  await createCode(ctx, 'QUOTED-ONCE', { customerLimit: 1 })
  const [grace, eve] = [await asCustomer(ctx), await asCustomer(ctx)]
  const lines = [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  await placeTestOrder(grace, buildPurchase(lines, { code: 'QUOTED-ONCE' }), `quoted ${grace.actor.id}`)
  await expect(quoteOf(grace, lines, 'QUOTED-ONCE')).rejects.toThrow('You’ve already used this code.')
  expect(await quoteOf(eve, lines, 'QUOTED-ONCE')).toMatchObject({ discount: 480 })
})
