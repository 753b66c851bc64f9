import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPurchase } from '#test/payments/card-orders.ts'
import { expect, test } from '#test/store.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { placeTestOrder } from '../checkout/test-order.server.ts'
import type { Context } from '../context.ts'
import { applyOffers } from '../offers/apply-offers.server.ts'
import { createOffer } from '../offers/manage-offers.server.ts'
import { HOUR_MS } from '../time-units.ts'
import { quoteCart } from './cart-quote.server.ts'

// With a minimum, it is no price of the catalog.
const BASE = { code: null, title: 'Autumn', kind: 'percentage', value: 1000, minimum: 1, endsAt: null }
const NO_LIMITS = { totalLimit: null, customerLimit: null }
const addOffer = async (ctx: Context, overrides: object) =>
  createOffer(await asAdmin(ctx), { ...BASE, ...NO_LIMITS, ...overrides })
const cart = (...products: { id: string }[]): CartLine[] =>
  products.map(({ id: productId }) => ({ productId, quantity: 1 }))
const quoteOf = (ctx: Context, lines: CartLine[], code = '') =>
  quoteCart(ctx, { lines, region: DEFAULT_REGIONS.US, code })

test('an automatic offer reduces only the items that it is on, and says why', async ({ ctx }) => {
  const [serum, comb] = [await buildProduct(ctx, { price: 2000 }), await buildProduct(ctx, { price: 3000 })]
  await addOffer(ctx, { scope: 'products', scopeIds: [serum.slug] })
  const quoted = await quoteOf(ctx, cart(serum, comb))
  expect(quoted).toMatchObject({
    discount: 200,
    offer: { code: null, title: 'Autumn', reason: `10% off ${serum.name}, on orders of $0.01 or more` },
  })
  const discounts = quoted.lines.map(({ productId, discount }) => [productId, discount])
  expect(Object.fromEntries(discounts)).toEqual({ [serum.id]: 200, [comb.id]: 0 })
  expect(await quoteOf(ctx, cart(comb))).toMatchObject({ discount: 0, offer: null })
})

test('an offer on a category is on its children, and one on a family is on its products', async ({ ctx }) => {
  const product = await buildProduct(ctx, { price: 2000 })
  const { category } = product
  await execute(ctx.db)`
    insert into categories (id, name, slug, position, parent_id)
    select 'cat_child', 'Child', 'child', 99, id from categories where name = ${category}`
  const child = await buildProduct(ctx, { price: 1000, category: 'Child' })
  await addOffer(ctx, { scope: 'category', scopeIds: [category], minimum: 2500 })
  expect(await quoteOf(ctx, cart(child))).toMatchObject({ discount: 0 })
  expect(await quoteOf(ctx, cart(child, product))).toMatchObject({
    discount: 300,
    offer: { reason: `10% off ${category}, on orders of $25.00 or more` },
  })
})

test('of several offers, the best one applies, and a code that isn’t better is refused', async ({ ctx }) => {
  const product = await buildProduct(ctx, { price: 4000 })
  await addOffer(ctx, { title: 'Ten percent' })
  await addOffer(ctx, { title: 'Free shipping', kind: 'free_shipping', value: 0 })
  await addOffer(ctx, { code: 'FIVE', value: 500 })
  await addOffer(ctx, { code: 'HALF', value: 5000 })
  await addOffer(ctx, { code: 'SHIP', kind: 'free_shipping', value: 0 })
  const lines = cart(product)
  // $10 of shipping are more than 10% of $40 with its tax.
  expect(await quoteOf(ctx, lines)).toMatchObject({
    ...{
      discount: 0,
      shipping: 0,
      offer: { title: 'Free shipping', reason: 'Free shipping, on orders of $0.01 or more' },
    },
  })
  expect(await quoteOf(ctx, lines, 'half')).toMatchObject({ discount: 2000, shipping: 1000 })
  for (const [code, message] of [
    ['FIVE', 'Your cart already has a better offer: Free shipping.'],
    ['SHIP', 'Your cart already has an offer that is just as good: Free shipping.'],
  ] as const)
    await expect(quoteOf(ctx, lines, code)).rejects.toMatchObject({ fields: { code: message } })
})

test('a code that isn’t on the cart’s items, or brings nothing, is refused', async ({ ctx }) => {
  const [dear, other] = [await buildProduct(ctx, { price: 9000 }), await buildProduct(ctx)]
  await addOffer(ctx, { code: 'OTHER', scope: 'products', scopeIds: [other.id] })
  await addOffer(ctx, { code: 'SHIP', kind: 'free_shipping', value: 0 })
  await addOffer(ctx, { code: 'THREE', kind: 'buy_two_get_one', value: 0 })
  for (const [code, message] of [
    ['OTHER', 'This code doesn’t apply to the items in your cart.'],
    ['SHIP', 'Shipping is already free for this cart.'],
    ['THREE', 'Add at least three of the items that this code is for.'],
  ] as const)
    await expect(quoteOf(ctx, cart(dear), code)).rejects.toMatchObject({ fields: { code: message } })
})

test('a code and a reduced price don’t add up: each item gets the better of the two', async ({ ctx }) => {
  const [serum, comb] = [await buildProduct(ctx, { price: 4000 }), await buildProduct(ctx, { price: 2000 })]
  const scope = { scope: 'products', scopeIds: [serum.id] }
  await addOffer(ctx, { ...scope, title: 'Serum week', value: 2500, minimum: 0 })
  await addOffer(ctx, { code: 'TEN', value: 1000 })
  await addOffer(ctx, { code: 'HALF', value: 5000 })
  await applyOffers(ctx.db)
  const lines = cart(serum, comb)
  expect(await quoteOf(ctx, lines)).toMatchObject({ subtotal: 5000, discount: 0, offer: null })
  expect(await quoteOf(ctx, lines, 'TEN')).toMatchObject({ subtotal: 5000, discount: 200 })
  // Half of $60 is $30: $10 are off already.
  expect(await quoteOf(ctx, lines, 'HALF')).toMatchObject({ subtotal: 5000, discount: 2000 })
  await expect(quoteOf(ctx, cart(serum), 'TEN')).rejects.toMatchObject({
    fields: { code: 'Your cart already has a better offer: Serum week.' },
  })
})

test('an offer starts and ends by itself', async ({ ctx }) => {
  const lines = cart(await buildProduct(ctx, { price: 2000 }))
  const at = (hours: number) => new Date(ctx.now.getTime() + hours * HOUR_MS)
  await addOffer(ctx, { startsAt: at(1), endsAt: at(2) })
  const discounts = [0.9, 1, 1.9, 2].map(async (hours) => {
    return (await quoteOf({ ...ctx, now: at(hours) }, lines)).discount
  })
  expect(await Promise.all(discounts)).toEqual([0, 200, 200, 0])
})

test('an offer for first orders is for the first order only, also of two placed at once', async ({ ctx }) => {
  const lines = cart(await buildProduct(ctx, { price: 2000, stock: 50 }))
  await addOffer(ctx, { firstOrderOnly: true })
  const grace = await asCustomer(ctx)
  const place = (key: number) =>
    placeTestOrder(grace, buildPurchase(lines, { email: grace.actor.email }), `first ${key}`)
  const orders = await Promise.all([1, 2, 3].map(place))
  expect(orders.map(({ discount }) => discount).toSorted()).toEqual([0, 0, 200])
  expect(await quoteOf(grace, lines)).toMatchObject({ discount: 0, offer: null })
  expect(await quoteOf(ctx, lines)).toMatchObject({ discount: 200 })
})

test('an automatic offer that is used up meanwhile changes the price, and no more orders than its limit get it', async ({
  ctx,
}) => {
  const lines = cart(await buildProduct(ctx, { price: 2000, stock: 500 }))
  await addOffer(ctx, { totalLimit: 10 })
  const { total, currency } = await quoteOf(ctx, lines)
  const buyers = await Promise.all(Array.from({ length: 5 }, () => asCustomer(ctx)))
  const attempts = Array.from({ length: 40 }, (_, nth) => {
    const buyer = buyers[nth % 5] ?? ctx
    return placeTestOrder(buyer, { ...buildPurchase(lines), expected: { total, currency } }, `buyer ${nth}`)
  })
  const outcomes = (await Promise.allSettled(attempts)).map((result) =>
    result.status === 'fulfilled' ? result.value.discount : result.reason.code,
  )
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === 'price_changed')).toHaveLength(30)
})

test('an order keeps its offer’s name, and each item its own discount', async ({ ctx }) => {
  const [serum, comb] = [await buildProduct(ctx, { price: 2000 }), await buildProduct(ctx, { price: 3000 })]
  await addOffer(ctx, { kind: 'buy_two_get_one', value: 0, title: 'Two and one' })
  const lines = [
    { productId: serum.id, quantity: 2 },
    { productId: comb.id, quantity: 2 },
  ]
  const order = await placeTestOrder(await asCustomer(ctx), buildPurchase(lines), 'three')
  expect(order).toMatchObject({ discount: 2000, offerCode: null, offerTitle: 'Two and one' })
  expect(Object.fromEntries(order.items.map((item) => [item.productId, item.discount]))).toEqual({
    ...{ [serum.id]: 2000, [comb.id]: 0 },
  })
})
