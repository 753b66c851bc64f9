import fc from 'fast-check'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { changeStoreSettings, findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer, findJobs } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import { buildPaidOrder, buildPurchase, expect, startCheckout, test } from '#test/payments/card-orders.ts'
import { addToCart, findCart } from '../cart/cart.server.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { findStockLevel } from '../catalog/stock.server.ts'
import type { Context } from '../context.ts'
import { createOffer } from '../offers/manage-offers.server.ts'
import { findOrder } from '../orders/find-order.server.ts'
import { listStatusChanges } from '../orders/order-status-changes.server.ts'
import { quote, toBaseAmount } from '../pricing/quote.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { LOG_IN_TO_ORDER, placeTestOrder } from './test-order.server.ts'

type Overrides = Parameters<typeof buildPurchase>[1]

const order = (ctx: Context, lines: CartLine[], overrides: Overrides = {}, key = newIdempotencyKey()) =>
  placeTestOrder(ctx, buildPurchase(lines, overrides), key)

/** The codes of the refusals, or “placed”, of orders placed at the same time. */
async function placeAtOnce(attempts: Promise<unknown>[]): Promise<Record<string, number>> {
  const results = await Promise.allSettled(attempts)
  const outcomes = results.map((result) => (result.status === 'fulfilled' ? 'placed' : result.reason.code))
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, group]) => [name, group.length]),
  )
}

test('any order is written with the amounts of its quote, takes its stock, and is placed by its customer', async ({
  ctx,
}) => {
  const grace = await asCustomer(ctx)
  const products = await Promise.all(
    [999, 1999, 12_345].map((price) => buildProduct(ctx, { price, stock: 5000 })),
  )
  const anyLines = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 3 })
  const property = fc.asyncProperty(
    anyLines,
    fc.constantFrom(...REGION_CODES),
    async (quantities, region) => {
      const lines = products.flatMap(({ id: productId, price }, nth) => {
        const quantity = quantities[nth] ?? 0
        return quantity ? [{ productId, price, quantity }] : []
      })
      fc.pre(lines.length > 0)
      const before = await Promise.all(lines.map(({ productId }) => findStock(ctx.db, productId)))
      const placed = await order(grace, lines, { region })
      const { lines: _, ...amounts } = quote(lines, DEFAULT_REGIONS[region])
      expect(placed).toMatchObject({ ...amounts, userId: grace.actor.id, taxPercent: 8 })
      const after = await Promise.all(lines.map(({ productId }) => findStock(ctx.db, productId)))
      expect(after).toEqual(before.map((stock, nth) => stock - (lines[nth]?.quantity ?? 0)))
      expect(toBaseAmount(placed.total, placed.rate)).toBeGreaterThan(0)
    },
  )
  await fc.assert(property, { numRuns: 12 })
  await expectBalancedBooks(ctx.db)
})

test('a test order needs an account, the demo, and a cart', async ({ ctx }) => {
  const lines = [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  await expect(order(ctx, lines)).rejects.toMatchObject({ code: 'unauthenticated', message: LOG_IN_TO_ORDER })
  const grace = await asCustomer(ctx)
  const withoutDemo = { ...grace, settings: { ...ctx.settings, demo: 'off' as const } }
  await expect(order(withoutDemo, lines)).rejects.toMatchObject({
    ...{ code: 'forbidden', message: expect.stringContaining('Please pay by card.') },
  })
  for (const empty of [[], undefined])
    await expect(
      placeTestOrder(grace, { ...buildPurchase([]), lines: empty }, newIdempotencyKey()),
    ).rejects.toMatchObject({ code: 'invalid_input', fields: { items: 'Your cart is empty' } })
})

test('a gift message is stored with the order, and returned again when the request is repeated', async ({
  paymentContext: ctx,
}) => {
  const grace = await asCustomer(ctx)
  const lines = [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  const key = newIdempotencyKey()
  const giftMessage = 'For you,\nwith love 🌹'
  const purchase = buildPurchase(lines, { giftMessage })
  const placed = await placeTestOrder(grace, purchase, key)
  expect(placed).toMatchObject({ giftMessage })
  expect(await placeTestOrder(grace, purchase, key)).toEqual(placed)
  expect(await findOrder(grace, placed.id)).toMatchObject({ giftMessage })
  await expect(placeTestOrder(grace, { ...purchase, giftMessage: 'Another' }, key)).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
  expect(await order(grace, lines)).toMatchObject({ giftMessage: null })
})

test('a test order empties the cart, and a card order leaves it until it is paid', async ({
  paymentContext: ctx,
}) => {
  const grace = await asCustomer(ctx)
  const { id: productId } = await buildProduct(ctx)
  await addToCart(grace, { productId, quantity: 2 })
  await startCheckout(grace, [{ productId, quantity: 2 }])
  expect(await findCart(grace)).toHaveLength(1)
  const placed = await placeTestOrder(grace, { ...buildPurchase([]), lines: undefined }, newIdempotencyKey())
  expect(placed.items).toMatchObject([{ productId, quantity: 2 }])
  expect(await findCart(grace)).toEqual([])
})

test('units of an open payment count as held, until it is paid', async ({ paymentContext: ctx }) => {
  const { id: productId } = await buildProduct(ctx, { stock: 10 })
  await startCheckout(ctx, [{ productId, quantity: 3 }])
  expect(await findStockLevel(ctx, productId)).toEqual({ available: 7, held: 3 })
  await buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }] })
  expect(await findStockLevel(ctx, productId)).toEqual({ available: 5, held: 3 })
})

test('a test order starts its emails, and a card order starts no job until it is paid', async ({
  paymentContext: ctx,
}) => {
  const grace = await asCustomer(ctx)
  const lines = [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  const { id } = await order(grace, lines)
  expect((await findJobs(ctx.db, id)).map(({ name }) => name)).toEqual(['order-placed'])
  const { order: byCard, sessionId } = await startCheckout(ctx, lines)
  expect(await findJobs(ctx.db, byCard.id)).toEqual([])
  const paymentId = ctx.payments.sessions.get(sessionId)?.paymentId ?? ''
  expect(await findJobs(ctx.db, paymentId)).toEqual([])
  expect(await listStatusChanges(ctx, byCard)).toEqual([{ to: 'pending', at: ctx.now }])
})

test('an order has the terms in force when it was placed', async ({ ctx }) => {
  const [grace, admin] = [await asCustomer(ctx), await asAdmin(ctx)]
  const lines = [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  const saveReturnDays = async (returnDays: number) =>
    changeStoreSettings(admin, (await findStoreSettings(admin)).version, { returnDays })
  const earlier = await order(grace, lines)
  await saveReturnDays(14)
  const later = await order(grace, lines)
  await saveReturnDays(30)
  expect([earlier.returnDays, later.returnDays]).toEqual([30, 14])
})

test('one key places one order, however often and at once it is sent, and returns the same response', async ({
  ctx,
}) => {
  const grace = await asCustomer(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 50 })
  const key = newIdempotencyKey()
  const purchase = buildPurchase([{ productId, quantity: 1 }])
  const orders = await Promise.all(Array.from({ length: 15 }, () => placeTestOrder(grace, purchase, key)))
  for (const placed of orders) expect(placed).toEqual(orders[0])
  expect(orders[0]?.createdAt).toEqual(ctx.now)
  expect(await findStock(ctx.db, productId)).toBe(49)
  const changed = { ...purchase, lines: [{ productId, quantity: 2 }] }
  await expect(placeTestOrder(grace, changed, key)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  const eve = await asCustomer(ctx)
  expect((await placeTestOrder(eve, changed, key)).id, 'of another account').not.toBe(orders[0]?.id)
})

test('a refused order doesn’t use up its key', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 2 })
  const key = newIdempotencyKey()
  await expect(order(grace, [{ productId, quantity: 3 }], {}, key)).rejects.toMatchObject({
    ...{ code: 'out_of_stock', fields: { [productId]: expect.stringContaining('Only 2 left') } },
  })
  expect((await order(grace, [{ productId, quantity: 2 }], {}, key)).status).toBe('pending')
})

test('of thirty orders for five units, five succeed and the others name the shortage', async ({ ctx }) => {
  const buyers = await Promise.all([1, 2, 3].map(() => asCustomer(ctx)))
  const { id: productId } = await buildProduct(ctx, { stock: 5 })
  const attempts = Array.from({ length: 10 }, () =>
    buyers.map((buyer) => order(buyer, [{ productId, quantity: 1 }])),
  )
  expect(await placeAtOnce(attempts.flat())).toEqual({ placed: 5, out_of_stock: 25 })
  expect(await findStock(ctx.db, productId)).toBe(0)
})

test('simultaneous orders for the same products, in any order, all succeed', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const products = await Promise.all(Array.from({ length: 5 }, () => buildProduct(ctx, { stock: 200 })))
  const carts = Array.from({ length: 25 }, (_, nth) => {
    const rotated = [...products.slice(nth % 5), ...products.slice(0, nth % 5)]
    return (nth % 2 ? rotated : rotated.toReversed()).map(({ id: productId }) => ({
      productId,
      quantity: 1 + (nth % 3),
    }))
  })
  expect(await placeAtOnce(carts.map((lines) => order(grace, lines)))).toEqual({ placed: 25 })
})

test('simultaneous orders respect an offer’s usage limits, in total and per customer', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const buyers = await Promise.all([1, 2, 3].map(() => asCustomer(ctx)))
  const lines = [{ productId: (await buildProduct(ctx, { stock: 500 })).id, quantity: 1 }]
  const offer = { title: 'x', kind: 'amount', value: 500, minimum: 0, endsAt: null }
  await createOffer(admin, { ...offer, code: 'PLACE-FOUR', totalLimit: 4, customerLimit: null })
  await createOffer(admin, { ...offer, code: 'PLACE-ONCE', totalLimit: null, customerLimit: 1 })
  const use = (code: string) =>
    placeAtOnce(
      Array.from({ length: 5 }, () =>
        buyers.map((buyer) => order(buyer, lines, { code, email: buyer.actor.email })),
      ).flat(),
    )
  expect(await use('PLACE-FOUR')).toEqual({ placed: 4, invalid_input: 11 })
  expect(await use('PLACE-ONCE')).toEqual({ placed: 3, invalid_input: 12 })
})

test('a blocked customer is referred to support, and no stock is taken', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 3 })
  await execute(ctx.db)`update profiles set blocked_at = now() where id = ${grace.actor.id}`
  for (const [buyer, email] of [
    [grace, 'new@orchard.example'],
    [await asCustomer(ctx), grace.actor.email],
  ] as const)
    await expect(order(buyer, [{ productId, quantity: 1 }], { email })).rejects.toMatchObject({
      ...{
        code: 'forbidden',
        message: `We can’t take this order. Please contact ${ctx.settings.support.email}.`,
      },
    })
  expect(await findStock(ctx.db, productId)).toBe(3)
})
