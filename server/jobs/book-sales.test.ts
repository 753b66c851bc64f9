import { z } from 'zod'
import { findInvoices } from '#core/accounting/invoices.server.ts'
import type { Context } from '#core/context.ts'
import { forwardJobs, postJobs } from '#core/outbox/outbox.server.ts'
import { findDiscrepancies } from '#core/readiness/books-consistency.server.ts'
import { query } from '#db/sql.ts'
import { runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, GOOD_CARD, test } from '#test/card-store.ts'

async function payOrders(ctx: Context, shop: CardStore, count: number): Promise<string[]> {
  const { id: product_id } = await buildProduct(ctx, { stock: 100 })
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const checkout = await shop.startCheckout([{ product_id, quantity: 1 }])
    await shop.pay(checkout, GOOD_CARD)
    ids.push(checkout.order_id)
  }
  await shop.deliverWebhooks()
  return ids
}

const BookingJob = z.strictObject({ name: z.string(), key: z.string().nullable(), sales: z.int() })
const listBookingJobs = ({ db }: Context) =>
  query(db, BookingJob)`
    select j.task_identifier as name, j.key, case json_typeof(p.payload) when 'array' then json_array_length(p.payload) else 1 end as sales
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
    where j.task_identifier like 'book-sale%' order by sales desc`

const invoiceNumbers = async (ctx: Context, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await findInvoices(ctx.db, { id })).invoice?.number))

test('one job books the sales that were paid at the same time', async ({
  paymentContext: ctx,
  connection,
  shop,
}) => {
  const ids = await payOrders(ctx, shop, 3)
  await forwardJobs(ctx.db)
  expect(await listBookingJobs(ctx)).toEqual([{ name: 'book-sales', key: null, sales: 3 }])
  await runJobs(connection, ctx)
  expect((await invoiceNumbers(ctx, ids)).toSorted()).toEqual(['INV-000001', 'INV-000002', 'INV-000003'])
  const [another = ''] = await payOrders(ctx, shop, 1)
  await forwardJobs(ctx.db)
  expect(await listBookingJobs(ctx)).toEqual([{ name: 'book-sale', key: `book-sale:${another}`, sales: 1 }])
  await runJobs(connection, ctx)
  await shop.expectBalancedBooks()
})

test('the books are consistent while sales wait for their job, but not if they have none', async ({
  paymentContext: ctx,
  connection,
  shop,
}) => {
  const ids = await payOrders(ctx, shop, 3)
  await shop.expectBalancedBooks()
  await forwardJobs(ctx.db)
  await shop.expectBalancedBooks()
  await connection.pool.query('delete from graphile_worker._private_jobs')
  const [problem = ''] = await findDiscrepancies(ctx.db)
  expect(problem).toContain('accounting entries don’t match')
  expect(ids.some((id) => problem.includes(id))).toBe(true)
})

test('a sale that can’t be booked gets a job of its own, and the others are booked without a gap', async ({
  paymentContext: ctx,
  connection,
  shop,
}) => {
  const [first = '', second = ''] = await payOrders(ctx, shop, 2)
  await postJobs(ctx.db, [
    { name: 'book-sale', payload: { orderId: 'ord_missing' }, key: 'book-sale:ord_missing' },
  ])
  await runJobs(connection, ctx)
  expect((await invoiceNumbers(ctx, [first, second])).toSorted()).toEqual(['INV-000001', 'INV-000002'])
  expect(await listBookingJobs(ctx)).toEqual([{ name: 'book-sale', key: 'book-sale:ord_missing', sales: 1 }])
  await shop.expectBalancedBooks()
})
