import { z } from 'zod'
import { listRefunds } from '#core/payments/refunds.server.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { asCustomer, findJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock } from '#test/checkout.ts'
import { expect, test } from '#test/payments/card-orders.ts'
import { cancelOrder } from '../cancel-order.server.ts'
import { findOrder } from '../find-order.server.ts'
import { refundOrder } from '../refunds/refund-order.server.ts'
import { sendRefund } from '../refunds/send-refund.server.ts'
import { closeReturn, declineReturn } from '../returns/process-return.server.ts'
import { listReturns, requestReturn } from '../returns/returns.server.ts'
import { completeExchange } from './complete-exchange.server.ts'
import { createExchange } from './create-exchange.server.ts'
import { buildExchangeableOrder, type ExchangeableOrder } from './exchange.fixture.ts'

const refuses = (attempt: Promise<unknown>, message: string, code = 'conflict') =>
  expect(attempt).rejects.toMatchObject({ code, message })

const exchangeFor = ({ plum }: ExchangeableOrder, replacementId: string, quantity = 1) => ({
  items: [{ productId: plum, quantity, replacementId }],
  resolution: 'exchange' as const,
  reason: 'Too dark',
})

test('a requested exchange holds the other shade, and nobody else can buy it', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext, { figStock: 1 })
  const { admin, id, fig } = shop
  const exchange = await requestReturn(admin, id, exchangeFor(shop, fig))
  expect(exchange).toMatchObject({
    resolution: 'exchange',
    replacementOrder: null,
    items: [{ replacementId: fig, replacementName: 'Velvet, Fig', replacementPrice: 4800 }],
  })
  expect(await findStock(admin.db, fig)).toBe(0)
  await refuses(requestReturn(admin, id, exchangeFor(shop, fig)), 'Velvet, Fig is sold out.', 'out_of_stock')
})

test('of two exchanges for the last unit at once, one is refused and names the shade', async ({
  paymentContext,
}) => {
  const first = await buildExchangeableOrder(paymentContext, { figStock: 1 })
  const { admin, fig } = first
  const second = await buildExchangeableOrder(paymentContext, { plum: first.plum })
  const results = await Promise.allSettled(
    [first.id, second.id].map((id) => requestReturn(admin, id, exchangeFor(first, fig))),
  )
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refusals).toMatchObject([{ code: 'out_of_stock', message: 'Velvet, Fig is sold out.' }])
  expect(await findStock(admin.db, fig)).toBe(0)
})

test('an even exchange becomes a paid order of the held shade, and both orders name each other', async ({
  paymentContext,
}) => {
  const shop = await buildExchangeableOrder(paymentContext, { figStock: 1 })
  const { admin, id, plum, fig } = shop
  const { id: returnId } = await requestReturn(admin, id, exchangeFor(shop, fig))
  const closed = await completeExchange(admin, returnId, { restock: true })
  const replacement = await findOrder(admin, closed.replacementOrder ?? '')
  expect(replacement).toMatchObject({
    ...{ paymentStatus: 'paid', status: 'pending', total: 5184, tax: 384, shipping: 0, giftCardAmount: 5184 },
    ...{ items: [{ productId: fig, quantity: 1, price: 4800 }], email: shop.email },
  })
  expect(await listRefunds(admin.db, id)).toMatchObject([
    {
      ...{ amount: 5184, tender: 'store_credit', reason: 'exchanged', state: 'done' },
      lines: [{ productId: plum, quantity: 1 }],
    },
  ])
  expect([await findStock(admin.db, fig), await findStock(admin.db, plum)]).toEqual([0, 8])
  const jobs = (await findJobs(admin.db, returnId)).map(({ key }) => key.split(':')[0])
  expect(jobs.toSorted()).toEqual(['return-exchanged', 'return-requested'])
  await refuses(completeExchange(admin, returnId, {}), 'This return is already exchanged.')
})

test('a cheaper shade refunds the difference to the card', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext, { figPrice: 3000 })
  const { admin, id, fig } = shop
  const { id: returnId } = await requestReturn(admin, id, exchangeFor(shop, fig))
  const { replacementOrder } = await completeExchange(admin, returnId, {})
  expect(await findOrder(admin, replacementOrder ?? '')).toMatchObject({ total: 3240, paymentStatus: 'paid' })
  expect(await listRefunds(admin.db, id)).toMatchObject([
    { amount: 3240, tender: 'store_credit' },
    { amount: 1944, tender: 'card', state: 'done', lines: [] },
  ])
})

test('exchanging everything for less closes the order as refunded', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext, { figPrice: 3000 })
  const { admin, id, fig } = shop
  const { id: returnId } = await requestReturn(admin, id, exchangeFor(shop, fig, 2))
  await completeExchange(admin, returnId, {})
  expect(await findOrder(admin, id)).toMatchObject({ status: 'refunded', refunded: 10_368 })
})

test('the price of the request counts, even if the shade’s price changes', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext, { figPrice: 3000 })
  const { admin, id, fig } = shop
  const { id: returnId } = await requestReturn(admin, id, exchangeFor(shop, fig))
  await execute(admin.db)`update products set price = 9900 where id = ${fig}`
  const { replacementOrder } = await completeExchange(admin, returnId, {})
  expect(await findOrder(admin, replacementOrder ?? '')).toMatchObject({ total: 3240 })
})

test.for([
  ['declined', (shop: ExchangeableOrder, id: string) => declineReturn(shop.admin, id, 'The seal is broken.')],
  ['refunded instead', (shop: ExchangeableOrder, id: string) => closeReturn(shop.admin, id, {})],
] as const)('an exchange that is %s releases the shade', async ([, end], { paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext, { figStock: 1 })
  const { admin, id, fig } = shop
  const { id: returnId } = await requestReturn(admin, id, exchangeFor(shop, fig))
  await end(shop, returnId)
  expect(await findStock(admin.db, fig)).toBe(1)
  const [current] = await listReturns(admin, await findOrder(admin, id))
  expect(current).toMatchObject({ replacementOrder: null })
})

test('a product is exchanged within its family only', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext)
  const { admin, id, plum } = shop
  const { id: other } = await buildProduct(admin)
  const message = 'Velvet, Plum can be exchanged for another shade or size of the same product. Choose one.'
  for (const replacementId of [other, plum, 'prd_none', ''])
    await refuses(requestReturn(admin, id, exchangeFor(shop, replacementId)), message)
  await requestReturn(admin, id, { items: [{ productId: plum, quantity: 1 }], reason: 'x' })
  await expect(
    execute(admin.db)`update return_items set replacement_id = ${other}, replacement_price = 1`,
  ).rejects.toMatchObject({ constraint: 'return_items_family' })
})

test('items that were refunded since can’t be exchanged as well', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext)
  const { admin, id, plum, fig } = shop
  const { id: returnId } = await requestReturn(admin, id, exchangeFor(shop, fig, 2))
  await refundOrder(admin, id, { lines: [{ productId: plum, quantity: 1 }] })
  await refuses(
    completeExchange(admin, returnId, {}),
    'Some of these items were refunded since. Refund or decline the return.',
  )
})

test('another customer’s order can’t be exchanged, and customers can’t complete exchanges', async ({
  paymentContext,
}) => {
  const shop = await buildExchangeableOrder(paymentContext)
  const { id, fig, admin } = shop
  const stranger = await asCustomer(paymentContext)
  await expect(requestReturn(stranger, id, exchangeFor(shop, fig))).rejects.toMatchObject({
    code: 'not_found',
  })
  const { id: returnId } = await requestReturn(admin, id, exchangeFor(shop, fig))
  await expect(completeExchange(stranger, returnId, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(createExchange(stranger, id, exchangeFor(shop, fig))).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('of two completions at once, one sends the replacements', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext)
  const { admin, id, fig } = shop
  const { id: returnId } = await requestReturn(admin, id, exchangeFor(shop, fig))
  const results = await Promise.allSettled([1, 2, 3].map(() => completeExchange(admin, returnId, {})))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await findStock(admin.db, fig)).toBe(8)
  expect((await listRefunds(admin.db, id)).length).toBe(1)
})

test('staff exchange without a request, once per key', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext)
  const { admin, id, fig } = shop
  const request = exchangeFor(shop, fig)
  const first = await createExchange(admin, id, request, 'key')
  expect(first).toMatchObject({ state: 'closed', resolution: 'exchange' })
  expect(await createExchange(admin, id, request, 'key')).toEqual(first)
  await refuses(
    createExchange(admin, id, exchangeFor(shop, fig, 2), 'key'),
    'This Idempotency-Key was already used for a different exchange. Use a new key.',
    'idempotency_mismatch',
  )
  expect(await findStock(admin.db, fig)).toBe(8)
})

test('an order that wasn’t sent can’t be exchanged', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext, { statuses: [] })
  await refuses(
    createExchange(shop.admin, shop.id, exchangeFor(shop, shop.fig)),
    'Only a paid order that was shipped can be exchanged.',
  )
})

test('a return becomes store credit of the account', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext, { hasAccount: true })
  const { admin, id, plum, userId } = shop
  const request = {
    items: [{ productId: plum, quantity: 1 }],
    resolution: 'store_credit' as const,
    reason: 'x',
  }
  const { id: returnId } = await requestReturn(admin, id, request)
  await closeReturn(admin, returnId, {})
  expect(await listRefunds(admin.db, id)).toMatchObject([
    { amount: 5184, tender: 'store_credit', state: 'done', reason: 'returned' },
  ])
  const balances = await queryColumn(admin.db, z.int())`
    select balance from gift_cards where user_id = ${userId} and kind = 'credit'`
  expect(balances).toEqual([5184])
})

test('a guest’s store credit is a gift card that is emailed, and an exchange emails none', async ({
  paymentContext,
}) => {
  const shop = await buildExchangeableOrder(paymentContext)
  const { admin, id, plum, fig, email } = shop
  await createExchange(admin, id, exchangeFor(shop, fig))
  const cards = () => query(admin.db, Card)`
    select balance, send_at is not null as "isSent" from gift_cards where recipient_email = ${email} order by created_at`
  expect(await cards()).toEqual([{ balance: 0, isSent: false }])
  const request = {
    items: [{ productId: plum, quantity: 1 }],
    resolution: 'store_credit' as const,
    reason: 'x',
  }
  const { id: returnId } = await requestReturn(admin, id, request)
  await closeReturn(admin, returnId, {})
  expect(await cards()).toEqual([
    { balance: 0, isSent: false },
    { balance: 5184, isSent: true },
  ])
})
const Card = z.strictObject({ balance: z.int(), isSent: z.boolean() })

test('a guest who cancels the replacements gets the value as a gift card', async ({ paymentContext }) => {
  const shop = await buildExchangeableOrder(paymentContext)
  const { admin, id, fig, email } = shop
  const { replacementOrder } = await createExchange(admin, id, exchangeFor(shop, fig))
  const { id: replacementId } = await cancelOrder(admin, replacementOrder ?? '')
  const [refund] = await listRefunds(admin.db, replacementId)
  expect(refund).toMatchObject({ amount: 5184, tender: 'gift_card', state: 'pending' })
  await sendRefund(admin, refund?.id ?? '')
  const cards = await query(admin.db, Card)`
    select balance, send_at is not null as "isSent" from gift_cards where recipient_email = ${email}`
  expect(cards).toEqual([{ balance: 5184, isSent: true }])
  expect(await findStock(admin.db, fig)).toBe(9)
})
