import fc from 'fast-check'
import { z } from 'zod'
import { query } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPaidOrder, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { revertRefund } from '../orders/refunds/send-refund.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { findRefund, listRefunds } from '../payments/refunds.server.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { findInvoices } from './invoices.server.ts'
import { bookRefund, bookSales } from './post-entries.server.ts'

const Entry = z.strictObject({ kind: z.string(), amount: z.int(), description: z.string() })
const listEntries = ({ db }: Context, orderId: string) =>
  query(db, Entry)`
    select kind, amount, description from accounting where order_id = ${orderId} order by kind desc, amount`

const Balance = z.strictObject({ account: z.string(), amount: z.int(), base: z.int() })
const findBalances = ({ db }: Context, orderId: string) =>
  query(db, Balance)`
    select l.account, sum(l.amount)::bigint as amount, sum(l.base_amount)::bigint as base
    from accounting a join accounting_lines l on l.entry_id = a.id where a.order_id = ${orderId}
    group by 1 having sum(l.amount) <> 0 or sum(l.base_amount) <> 0 order by 1`

/** An order that is being packed, and a function that refunds an amount of it without booking it. */
async function buildPackedOrder(ctx: CardContext, overrides: Parameters<typeof buildPaidOrder>[1] = {}) {
  const admin = await asAdmin(ctx)
  const order = await buildPaidOrder(ctx, overrides)
  await updateOrderStatus(admin, order.id, { to: 'processing' })
  const refund = async (amount: number) => {
    await refundOrder(admin, order.id, { amount })
    return (await listRefunds(ctx.db, order.id)).at(-1)?.id ?? ''
  }
  return { admin, order, refund }
}

/** The bank rejects a refund after it was done. */
const failRefund = (ctx: CardContext, orderId: string, refundId: string) =>
  ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const refund = await findRefund(tx, refundId)
    if (refund)
      await revertRefund(tx, order, refund, {
        failure: 'The customer’s bank rejected the refund.',
        at: ctx.now,
      })
  })

test('a sale is booked once with its invoice, however often its job runs', async ({
  paymentContext: ctx,
}) => {
  const { id, number } = await buildPaidOrder(ctx)
  await Promise.all([bookSales(ctx, [id]), bookSales(ctx, [id]), bookSales(ctx, [id])])
  expect(await listEntries(ctx, id)).toEqual([
    { kind: 'sale', amount: 10_368, description: `Order #${number}` },
  ])
  expect(await findBalances(ctx, id)).toEqual([
    { account: 'card_clearing', amount: 10_368, base: 10_368 },
    { account: 'sales', amount: -9600, base: -9600 },
    { account: 'tax_payable', amount: -768, base: -768 },
  ])
  expect((await findInvoices(ctx.db, { id })).invoice?.number).toMatch(/^INV-\d{6}$/)
})

test('a refund that is only requested is not booked', async ({ paymentContext: ctx }) => {
  const { order, refund } = await buildPackedOrder({
    ...ctx,
    payments: {
      ...ctx.payments,
      refund: async () => {
        throw new Error('not yet')
      },
    },
  })
  await bookRefund(ctx, await refund(1080))
  expect(await listEntries(ctx, order.id)).toHaveLength(1)
  expect((await findInvoices(ctx.db, order)).creditNotes).toEqual([])
})

test('a refund is booked once with its tax and a credit note', async ({ paymentContext: ctx }) => {
  const { order, refund } = await buildPackedOrder(ctx)
  const id = await refund(1080)
  await Promise.all([bookRefund(ctx, id), bookRefund(ctx, id)])
  expect((await listEntries(ctx, order.id)).slice(1)).toEqual([
    { kind: 'refund', amount: -1080, description: `Refund of order #${order.number}` },
  ])
  expect((await findInvoices(ctx.db, order)).creditNotes).toMatchObject([
    { amount: 1080, tax: 80, voided: false },
  ])
})

test('a booked refund that fails later is reversed once, and its credit note is voided', async ({
  paymentContext: ctx,
}) => {
  const { order, refund } = await buildPackedOrder(ctx)
  const before = await findBalances(ctx, order.id)
  const id = await refund(1080)
  await bookRefund(ctx, id)
  await failRefund(ctx, order.id, id)
  await Promise.all([bookRefund(ctx, id), bookRefund(ctx, id)])
  const descriptions = (await listEntries(ctx, order.id)).map(({ amount, description }) => [
    amount,
    description,
  ])
  expect(descriptions).toContainEqual([1080, `Failed refund of order #${order.number}`])
  expect(descriptions).toHaveLength(3)
  expect(await findBalances(ctx, order.id)).toEqual(before)
  expect((await findInvoices(ctx.db, order)).creditNotes).toMatchObject([{ amount: 1080, voided: true }])
})

test('a refund that failed before it was booked is not booked at all', async ({ paymentContext: ctx }) => {
  const { order, refund } = await buildPackedOrder(ctx)
  const id = await refund(1080)
  await failRefund(ctx, order.id, id)
  await bookRefund(ctx, id)
  expect(await listEntries(ctx, order.id)).toHaveLength(1)
})

test('a refund is booked before the job that reverses a failed one has run', async ({
  paymentContext: ctx,
}) => {
  const { order, refund } = await buildPackedOrder(ctx)
  const failed = await refund(9000)
  await bookRefund(ctx, failed)
  await failRefund(ctx, order.id, failed)
  await bookRefund(ctx, await refund(9000))
  await bookRefund(ctx, failed)
  const entries = await listEntries(ctx, order.id)
  expect(entries.map(({ amount }) => amount)).toEqual([10_368, -9000, -9000, 9000])
})

test('a refund that doesn’t exist is a bug', async ({ ctx }) => {
  await expect(bookRefund(ctx, 'rfd_none')).rejects.toThrow('Refund rfd_none not found')
})

test('in whichever order refunds are booked, a fully refunded order leaves no money and no tax in the books', async ({
  paymentContext: ctx,
}) => {
  const anyRefunds = fc.record({
    region: fc.constantFrom(...REGION_CODES),
    price: fc.integer({ min: 300, max: 20_000 }),
    shares: fc.array(fc.double({ min: 0.05, max: 0.9, noNaN: true }), { maxLength: 3 }),
    turn: fc.nat(3),
  })
  const property = fc.asyncProperty(anyRefunds, async ({ region, price, shares, turn }) => {
    const { id: productId } = await buildProduct(ctx, { stock: 9, price })
    const lines = [{ productId, quantity: 3 }]
    const { order, refund } = await buildPackedOrder(ctx, { region, lines })
    const ids: string[] = []
    let left = order.total
    for (const share of [...shares, 1]) {
      const amount = Math.ceil(left * share)
      if (amount > 0) ids.push(await refund(amount))
      left -= amount
    }
    const start = turn % ids.length
    for (const id of [...ids.slice(start), ...ids.slice(0, start)]) await bookRefund(ctx, id)
    const balances = await findBalances(ctx, order.id)
    const accounts = balances.map(({ account }) => account)
    expect(accounts).not.toContain('card_clearing')
    expect(accounts).not.toContain('tax_payable')
    expect(balances.reduce((sum, { base }) => sum + base, 0)).toBe(0)
  })
  await fc.assert(property, { numRuns: 6 })
})
