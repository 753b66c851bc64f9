import { z } from 'zod'
import { execute, query, queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer, runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPurchase } from '#test/payments/card-orders.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProduct } from '../catalog/admin-products.server.ts'
import { duplicateProduct, editProduct } from '../catalog/save-product.server.ts'
import { placeTestOrder } from '../checkout/test-order.server.ts'
import type { Context } from '../context.ts'
import { quoteCart } from '../pricing/cart-quote.server.ts'
import { applyOffers } from './apply-offers.server.ts'
import { createOffer, setOfferActive } from './manage-offers.server.ts'
import { listOffers } from './offer-list.server.ts'

const BASE = {
  ...{ code: null, title: 'Week of roses', minimum: 0, endsAt: null, totalLimit: null, customerLimit: null },
  ...{ kind: 'percentage', value: 2500 },
}
const addOffer = async (ctx: Context, overrides: object) =>
  createOffer(await asAdmin(ctx), { ...BASE, ...overrides })

const Prices = z.strictObject({
  price: z.int(),
  originalPrice: z.int().nullable(),
  offerId: z.string().nullable(),
})
async function pricesOf({ db }: Context, id: string) {
  const [prices] = await query(db, Prices)`
    select price, original_price as "originalPrice", price_offer_id as "offerId" from products where id = ${id}`
  return prices
}
const regular = (price: number) => ({ price, originalPrice: null, offerId: null })

/** As if its time had come. */
const shift = (
  ctx: Context,
  id: string,
  { startsAt, endsAt }: Record<'startsAt' | 'endsAt', string | null>,
) =>
  execute(ctx.db)`
    update offers set starts_at = now() + ${startsAt}::interval, ends_at = now() + ${endsAt}::interval where id = ${id}`

test('an offer on a category reduces its products’ prices while it runs', async ({ ctx, connection }) => {
  const inside = await buildProduct(ctx, { price: 3333 })
  const outside = await buildProduct(ctx, { price: 3333, category: 'Makeup' })
  const id = await addOffer(ctx, { scope: 'category', scopeIds: ['Skincare'] })
  await runJobs(connection, ctx)
  expect(await pricesOf(ctx, inside.id)).toEqual({ price: 2500, originalPrice: 3333, offerId: id })
  expect(await pricesOf(ctx, outside.id)).toEqual(regular(3333))
  const born = await buildProduct(ctx, { price: 1000 })
  expect(await pricesOf(ctx, born.id), 'created while it runs').toMatchObject({ price: 750 })
  await execute(ctx.db)`update products set category = 'Skincare' where id = ${outside.id}`
  expect(await pricesOf(ctx, outside.id), 'moved into the category').toMatchObject({ price: 2500 })
  const admin = await asAdmin(ctx)
  await setOfferActive(admin, id, false)
  await runJobs(connection, ctx)
  for (const product of [inside, outside]) expect(await pricesOf(ctx, product.id)).toEqual(regular(3333))
  await setOfferActive(admin, id, true)
  await runJobs(connection, ctx)
  expect(await pricesOf(ctx, inside.id)).toMatchObject({ price: 2500 })
})

test('a price from a time to another one starts and ends by itself, and shoppers pay it', async ({ ctx }) => {
  const product = await buildProduct(ctx, { price: 4000, stock: 9 })
  const tomorrow = new Date(Date.now() + 86_400_000)
  const draft = { kind: 'sale_price', value: 3000, scope: 'products', scopeIds: [product.slug] }
  const id = await addOffer(ctx, { ...draft, startsAt: tomorrow })
  await applyOffers(ctx.db)
  expect(await pricesOf(ctx, product.id)).toEqual(regular(4000))

  await shift(ctx, id, { startsAt: '-1 minute', endsAt: '1 hour' })
  await applyOffers(ctx.db)
  expect(await pricesOf(ctx, product.id)).toEqual({ price: 3000, originalPrice: 4000, offerId: id })
  const lines = [{ productId: product.id, quantity: 1 }]
  const { total, currency } = await quoteCart(ctx, { lines, region: ctx.region })

  await shift(ctx, id, { startsAt: '-1 hour', endsAt: '-1 minute' })
  await applyOffers(ctx.db)
  expect(await pricesOf(ctx, product.id)).toEqual(regular(4000))
  const buyer = await asCustomer(ctx)
  const purchase = { ...buildPurchase(lines), expected: { total, currency } }
  await expect(placeTestOrder(buyer, purchase, 'late'), 'it ended at checkout').rejects.toMatchObject({
    code: 'price_changed',
  })
})

test('of several offers, a product has the lowest price, and the next one when that ends', async ({
  ctx,
}) => {
  const { id } = await buildProduct(ctx, { price: 4000 })
  const scope = { scope: 'products', scopeIds: [id] }
  const [quarter, deal] = [
    await addOffer(ctx, scope),
    await addOffer(ctx, { ...scope, kind: 'sale_price', value: 2000 }),
  ]
  await applyOffers(ctx.db)
  expect(await pricesOf(ctx, id)).toEqual({ price: 2000, originalPrice: 4000, offerId: deal })
  await setOfferActive(await asAdmin(ctx), deal, false)
  await applyOffers(ctx.db)
  expect(await pricesOf(ctx, id)).toEqual({ price: 3000, originalPrice: 4000, offerId: quarter })
  await addOffer(ctx, { ...scope, kind: 'sale_price', value: 5000 })
  await applyOffers(ctx.db)
  expect(await pricesOf(ctx, id), 'a higher price is no offer').toMatchObject({ price: 3000 })
})

test('a price with a higher original price, as in an import, is a sale of this product', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx, { price: 3000, originalPrice: 4000 })
  const sales = async () => (await listOffers(admin, { filter: 'running' })).rows
  expect(await sales()).toMatchObject([{ kind: 'sale_price', value: 3000, scopeIds: [id] }])
  await editProduct(admin, id, { price: 2500, originalPrice: 4000 })
  expect(await sales()).toMatchObject([{ value: 2500 }])
  expect(await pricesOf(ctx, id)).toMatchObject({ price: 2500, originalPrice: 4000 })
  await editProduct(admin, id, { price: 4500, originalPrice: null })
  expect(await sales()).toEqual([])
  expect(await pricesOf(ctx, id)).toEqual(regular(4500))
})

test('products that are written while an offer starts have one of the two prices, and its price in the end', async ({
  ctx,
}) => {
  const products = await Promise.all(Array.from({ length: 8 }, () => buildProduct(ctx, { price: 4000 })))
  const admin = await asAdmin(ctx)
  await addOffer(ctx, { scope: 'everything' })
  await Promise.all([
    applyOffers(ctx.db),
    applyOffers(ctx.db),
    ...products.map(({ id }) => editProduct(admin, id, { tagline: 'New.' })),
  ])
  await applyOffers(ctx.db)
  for (const { id } of products) expect(await pricesOf(ctx, id)).toMatchObject({ price: 3000 })
})

test('the price alone can’t be changed while an offer decides it, and a copy has the regular one', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx, { price: 4000 })
  await addOffer(ctx, { scope: 'products', scopeIds: [id] })
  const { edition } = await findAdminProduct(admin, id)
  await applyOffers(ctx.db)
  await expect(editProduct(admin, id, { price: 3500 })).rejects.toMatchObject({
    fields: { price: expect.stringContaining('An offer decides this price') },
  })
  await expect(editProduct(admin, id, { edition, tagline: 'Stale.' })).rejects.toMatchObject({
    code: 'conflict',
  })
  const copy = await duplicateProduct(admin, id)
  expect(copy).toMatchObject({ price: 4000, originalPrice: null })
})

test('the database records each price of a product with its time', async ({ ctx }) => {
  const { id } = await buildProduct(ctx, { price: 4000 })
  await addOffer(ctx, { scope: 'products', scopeIds: [id] })
  await applyOffers(ctx.db)
  const prices = await queryColumn(ctx.db, z.int())`
    select price from price_history where product_id = ${id} order by from_at`
  expect(prices).toEqual([4000, 3000])
  const open = await queryColumn(ctx.db, z.int())`
    select price from price_history where product_id = ${id} and to_at is null`
  expect(open).toEqual([3000])
})
