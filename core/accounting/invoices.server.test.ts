import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { execute, query } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { findOrder } from '../orders/find-order.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { findInvoices } from './invoices.server.ts'
import { bookRefund, bookSales } from './post-entries.server.ts'

async function payOrders(ctx: Context, shop: CardStore, count: number): Promise<string[]> {
  const { id: product } = await buildProduct(ctx, { stock: 50, price: 4800 })
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const checkout = await shop.startCheckout([{ product_id: product, quantity: 2 }])
    await shop.pay(checkout)
    ids.push(checkout.order_id)
  }
  await shop.deliverWebhooks()
  return ids
}

const invoiceOf = async ({ db }: Context, id: string) => (await findInvoices(db, { id })).invoice

test('invoices are numbered once each, without gaps, however many are booked at once', async ({
  paymentContext: ctx,
  shop,
}) => {
  const ids = await payOrders(ctx, shop, 4)
  expect(await invoiceOf(ctx, ids[0] ?? '')).toBeNull()
  const failedBooking = ctx.db.transaction(async (tx) => {
    await bookSales({ ...ctx, db: tx }, ids.slice(0, 1))
    throw new Error('the database restarts')
  })
  await expect(failedBooking).rejects.toThrow('restarts')
  await Promise.all([...ids, ...ids].map((id) => bookSales(ctx, [id])))
  const numbers = await Promise.all(ids.map(async (id) => (await invoiceOf(ctx, id))?.number))
  expect(numbers.toSorted()).toEqual(['INV-000001', 'INV-000002', 'INV-000003', 'INV-000004'])
  await shop.settlePayments()
  await shop.expectBalancedBooks()
})

test('each completed refund has a credit note with its tax, and a failed one is voided', async ({
  paymentContext: ctx,
  shop,
}) => {
  const [id = ''] = await payOrders(ctx, shop, 1)
  await shop.settlePayments()
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await updateOrderStatus(admin, id, { to: 'processing' })
  await refundOrder(admin, id, { amount: 1080 })
  await refundOrder(admin, id, { amount: 2160 })
  await shop.settlePayments()
  const order = await findOrder(admin, id)
  expect(order).toMatchObject({ taxPercent: 8, tax: 768, total: 10_368 })
  const { creditNotes } = await findInvoices(ctx.db, order)
  expect(creditNotes).toMatchObject([
    { number: 'CN-000001', amount: 1080, tax: 80, voided: false },
    { number: 'CN-000002', amount: 2160, tax: 160, voided: false },
  ])

  const [{ id: refundId } = { id: '' }] = await query(ctx.db, z.strictObject({ id: z.string() }))`
    update refunds set state = 'failed', done_at = null, failed_at = now() where amount = 2160 returning id`
  await bookRefund(ctx, refundId)
  await bookRefund(ctx, refundId)
  const after = await findInvoices(ctx.db, order)
  expect(after.creditNotes.map(({ number, voided }) => [number, voided])).toEqual([
    ['CN-000001', false],
    ['CN-000002', true],
  ])
  await shop.expectBalancedBooks()
})

test('orders booked before invoices existed are numbered in the order of payment', async ({
  paymentContext: ctx,
  shop,
  owner,
}) => {
  const ids = await payOrders(ctx, shop, 3)
  await shop.settlePayments()
  await owner.query('truncate invoices')
  const paidLast = ids[0] ?? ''
  await execute(ctx.db)`
    update payments set paid_at = paid_at + interval '1 hour' where order_id = ${paidLast}`
  for (const _ of ['first', 'again']) await execute(ctx.db)`select invoices_issue_missing()`
  expect((await invoiceOf(ctx, paidLast))?.number).toBe('INV-000003')
  await shop.expectBalancedBooks()
})

test('an invoice is never deleted or renumbered', async ({ paymentContext: ctx, shop, connection }) => {
  await payOrders(ctx, shop, 1)
  await shop.settlePayments()
  for (const statement of ['delete from invoices', 'update invoices set number = 7'])
    await expect(connection.pool.query(statement)).rejects.toThrow('never changed')
})

test('invoices and credit notes show the seller as it was when they were issued', async ({
  paymentContext: ctx,
  shop,
  owner,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const [id = ''] = await payOrders(ctx, shop, 1)
  await shop.settlePayments()
  const { version } = await changeStoreSettings(admin, 0, { store: { name: 'Linden', city: 'Bath' } })
  await updateOrderStatus(admin, id, { to: 'processing' })
  await refundOrder(admin, id, { amount: 1080 })
  await shop.settlePayments()
  await changeStoreSettings(admin, version, { store: { name: 'Rose' } })
  const { invoice, creditNotes } = await findInvoices(ctx.db, { id })
  expect(invoice?.seller).toMatchObject({ name: 'Eternal Beauty', email: ctx.settings.support.email })
  expect(creditNotes[0]?.seller).toMatchObject({ name: 'Linden', city: 'Bath', timeZone: 'UTC' })
  await expect(owner.query(`update invoices set seller = '{}'`)).rejects.toThrow('never changed')
})
