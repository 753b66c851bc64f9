import fc from 'fast-check'
import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import { buildPaidOrder, buildPurchase, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { cancelOrder } from '../orders/cancel-order.server.ts'
import { findOrder } from '../orders/find-order.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { listReturnableItems, requestReturn } from '../orders/returns/returns.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { writeReview } from '../reviews/write-review.server.ts'
import { changeSample } from '../samples/manage-samples.server.ts'
import { buildSample, offerSamples } from '../samples/samples.fixture.ts'
import { startCardCheckout } from './card-checkout.server.ts'
import { placeTestOrder } from './test-order.server.ts'

type Ordered = { price?: number; quantity?: number; samples: string[]; region?: 'US' | 'IN'; code?: string }

/** By default a cart of $80.00. */
async function order(ctx: Context, { price = 8000, quantity = 1, ...choice }: Ordered) {
  const { id: productId } = await buildProduct(ctx, { price, stock: 50 })
  const purchase = { ...buildPurchase([{ productId, quantity }], choice), samples: choice.samples }
  return placeTestOrder(ctx, purchase, newIdempotencyKey())
}

async function paidOrder(ctx: CardContext, samples: string[]) {
  const { id: productId } = await buildProduct(ctx, { price: 8000, stock: 9 })
  return buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }], samples })
}

test('samples are lines without a price, and leave stock with the order', async ({ ctx }) => {
  await offerSamples(ctx)
  const grace = await asCustomer(ctx)
  const [rose, moss] = [await buildSample(ctx, { name: 'Rose – sample' }), await buildSample(ctx)]
  const { id } = await order(grace, { samples: [rose.id, moss.id] })
  const placed = await findOrder(grace, id)
  expect(
    placed.items.map(({ sample, price, amount, quantity }) => [sample, price, amount, quantity]),
  ).toEqual([
    [false, 8000, 8000, 1],
    [true, 0, 0, 1],
    [true, 0, 0, 1],
  ])
  expect(placed).toMatchObject({ subtotal: 8000, tax: 640, shipping: 0, total: 8640 })
  expect([await findStock(ctx.db, rose.id), await findStock(ctx.db, moss.id)]).toEqual([4, 4])
  await cancelOrder(grace, id)
  expect([await findStock(ctx.db, rose.id), await findStock(ctx.db, moss.id)]).toEqual([5, 5])
})

test('an order has samples only by the store’s rule, and the refusal names the field', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const [first, second, third] = [await buildSample(ctx), await buildSample(ctx), await buildSample(ctx)]
  const refused = async (given: Ordered) => {
    const error = await order(grace, given).catch((reason) => reason)
    return [error.code, error.fields?.samples]
  }
  await offerSamples(ctx, { enabled: false })
  expect(await refused({ samples: [first.id] })).toEqual([
    'conflict',
    'This store doesn’t offer samples right now.',
  ])
  await offerSamples(ctx)
  expect(await refused({ samples: [first.id, second.id, third.id] })).toEqual([
    'invalid_input',
    'Choose at most 2 samples for an order.',
  ])
  expect(await refused({ samples: [first.id, first.id] })).toEqual([
    'invalid_input',
    'Choose each sample only once.',
  ])
  expect(await refused({ price: 7499, samples: [first.id] })).toEqual([
    'conflict',
    'Samples come with orders of $75.00 or more.',
  ])
  expect(await refused({ price: 7499, region: 'IN', samples: [first.id] })).toEqual([
    'conflict',
    'Samples come with orders of ₹6,225 or more.',
  ])
  const published = await buildProduct(ctx)
  for (const id of [published.id, 'prd_unknown'])
    expect(await refused({ samples: [id] })).toEqual([
      'not_found',
      'A sample is no longer available. Please choose another one.',
    ])
  await changeSample(await asAdmin(ctx), second.id, { active: false })
  expect((await refused({ samples: [second.id] }))[0]).toBe('not_found')
  const none = await buildSample(ctx, { stock: 0, name: 'Rare – sample' })
  expect(await refused({ samples: [first.id, none.id] })).toEqual([
    'out_of_stock',
    'Rare – sample is out of stock. Please choose another sample.',
  ])
  expect(await findStock(ctx.db, first.id)).toBe(5)
  await order(grace, { price: 7500, samples: [first.id] })
})

test('a sample can’t be ordered alone, or as a product', async ({ ctx }) => {
  await offerSamples(ctx, { minimum: 0 })
  const grace = await asCustomer(ctx)
  const { id } = await buildSample(ctx)
  const alone = { ...buildPurchase([]), samples: [id] }
  await expect(placeTestOrder(grace, alone, newIdempotencyKey())).rejects.toMatchObject({
    fields: { items: 'Your cart is empty' },
  })
  const asProduct = buildPurchase([{ productId: id, quantity: 1 }])
  await expect(placeTestOrder(grace, asProduct, newIdempotencyKey())).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('of 20 shoppers who choose the last 5 units at once, 5 get them', async ({ paymentContext: ctx }) => {
  await offerSamples(ctx)
  const { id: sample } = await buildSample(ctx, { stock: 5 })
  const { id: productId } = await buildProduct(ctx, { price: 9000, stock: 100 })
  const attempts = Array.from({ length: 20 }, () =>
    startCardCheckout(
      ctx,
      { ...buildPurchase([{ productId, quantity: 1 }]), samples: [sample] },
      newIdempotencyKey(),
    ),
  )
  const results = await Promise.allSettled(attempts)
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refusals).toHaveLength(15)
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ code: 'out_of_stock', fields: { samples: expect.any(String) } })
  expect([await findStock(ctx.db, sample), await findStock(ctx.db, productId)]).toEqual([0, 95])
})

test('a payment that is given up returns its samples, and a new attempt of the same account has them', async ({
  paymentContext: ctx,
}) => {
  await offerSamples(ctx)
  const grace = { ...ctx, actor: (await asCustomer(ctx)).actor }
  const { id: sample } = await buildSample(ctx, { stock: 1 })
  const { id: productId } = await buildProduct(ctx, { price: 9000, stock: 9 })
  const attempt = () =>
    startCardCheckout(
      grace,
      { ...buildPurchase([{ productId, quantity: 1 }]), samples: [sample] },
      newIdempotencyKey(),
    )
  await attempt()
  const { order: second } = await attempt()
  expect(await findStock(ctx.db, sample)).toBe(0)
  await execute(
    ctx.db,
  )`update payments set expires_at = now() - interval '1 hour' where order_id = ${second.id}`
  await cancelOrder(grace, second.id)
  expect(await findStock(ctx.db, sample)).toBe(1)
})

test('no money is ever refunded for a sample, and it isn’t returned', async ({ paymentContext: ctx }) => {
  await offerSamples(ctx)
  const admin = { ...ctx, actor: (await asAdmin(ctx)).actor }
  const { id: sample } = await buildSample(ctx, { name: 'Rose – sample' })
  const { id, items, total } = await paidOrder(ctx, [sample])
  const line = { productId: sample, quantity: 1 }
  await expect(refundOrder(admin, id, { lines: [line] })).rejects.toMatchObject({
    fields: { lines: 'Rose – sample was free, so it can’t be refunded.' },
  })
  for (const to of ['processing', 'shipped', 'delivered'] as const) await updateOrderStatus(admin, id, { to })
  const delivered = await findOrder(admin, id)
  expect(await listReturnableItems(admin, delivered)).toEqual([
    { productId: items[0]?.productId, quantity: 2 },
  ])
  await expect(requestReturn(admin, id, { items: [line], reason: 'No' })).rejects.toMatchObject({
    fields: { items: 'Rose – sample was free, so it can’t be returned for a refund.' },
  })
  expect(await refundOrder(admin, id, {})).toMatchObject({ refunded: total, status: 'refunded' })
  const refunded = await queryColumn(ctx.db, z.string())`
    select product_id from refund_items i join refunds r on r.id = i.refund_id where r.order_id = ${id}`
  expect(refunded).toEqual([items[0]?.productId])
  await expectBalancedBooks(ctx.db)
})

test('the database refuses a free item that is no sample, a sample with a price, and its refund', async ({
  paymentContext: ctx,
}) => {
  await offerSamples(ctx)
  const { id: sample } = await buildSample(ctx)
  const { id } = await paidOrder(ctx, [sample])
  const change = (columns: string, isSample: boolean) =>
    ctx.db.transaction(
      (tx) => execute(tx)`
        update order_items set price = ${columns === 'free' ? 0 : 5}, amount = ${columns === 'free' ? 0 : 5} * quantity, discount = 0
        where order_id = ${id} and sample = ${isSample}`,
    )
  await expect(change('free', false)).rejects.toThrow()
  await expect(change('priced', true)).rejects.toThrow()
  const refund = execute(ctx.db)`
    with refund as (
      insert into refunds (id, order_id, payment_id, amount, currency, reason, cause)
      select 'ref_of_sample', order_id, id, 1, currency, 'refunded', 'of sample' from payments where order_id = ${id}
      returning id)
    insert into refund_items (refund_id, product_id, quantity) select id, ${sample}, 1 from refund`
  await expect(refund).rejects.toThrow()
})

test('a sample doesn’t let its recipient review it', async ({ ctx }) => {
  await offerSamples(ctx)
  const grace = await asCustomer(ctx)
  const admin = await asAdmin(ctx)
  const sample = await buildSample(ctx)
  const { id } = await order(grace, { samples: [sample.id] })
  for (const to of ['processing', 'shipped', 'delivered'] as const) await updateOrderStatus(admin, id, { to })
  for (const productId of [sample.id, sample.fullSizeId])
    await expect(writeReview(grace, { productId, rating: 5, title: '', body: '' })).rejects.toMatchObject({
      code: 'forbidden',
    })
})

test('whatever is ordered with samples costs what it costs without them', async ({ ctx }) => {
  await offerSamples(ctx, { minimum: 0 })
  const grace = await asCustomer(ctx)
  const { id: sample } = await buildSample(ctx, { stock: 1000 })
  const property = fc.asyncProperty(
    fc.integer({ min: 100, max: 40_000 }),
    fc.integer({ min: 1, max: 9 }),
    async (price, quantity) => {
      const plain = await order(grace, { price, quantity, samples: [] })
      const withSample = await order(grace, { price, quantity, samples: [sample] })
      for (const amount of ['subtotal', 'discount', 'shipping', 'tax', 'total'] as const)
        expect(withSample[amount]).toBe(plain[amount])
    },
  )
  await fc.assert(property, { numRuns: 15 })
})
