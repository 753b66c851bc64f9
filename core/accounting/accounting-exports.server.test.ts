import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildPaidOrder, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { findOrder } from '../orders/find-order.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { everyPage, type ListPage, type ListQuery } from '../pagination.ts'
import { listRefunds } from '../payments/refunds.server.ts'
import { ACCOUNTS } from './entries.ts'
import { listInvoices } from './invoice-list.server.ts'
import { findInvoices } from './invoices.server.ts'
import { listJournal } from './journal.server.ts'
import { ledgerByMonth, trialBalance } from './ledger.server.ts'
import { bookRefund } from './post-entries.server.ts'

type List<Row> = (ctx: Context, listQuery: ListQuery) => Promise<ListPage<Row>>

/** In pages of two. */
async function readAll<Row>(ctx: Context, list: List<Row>, listQuery: ListQuery = {}): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of everyPage(listQuery, (next) => list(ctx, { ...next, limit: 2 })))
    rows.push(...page)
  return rows
}

/** Three orders in three currencies, each with two refunds. All are booked. */
async function bookOrders(ctx: CardContext): Promise<{ admin: Context; orderIds: string[] }> {
  const admin = await asAdmin(ctx)
  const orderIds: string[] = []
  for (const region of ['US', 'GB', 'IN'] as const) {
    const { id } = await buildPaidOrder(ctx, { region })
    await updateOrderStatus(admin, id, { to: 'processing' })
    for (const amount of [700, 1100]) await refundOrder(admin, id, { amount })
    for (const refund of await listRefunds(ctx.db, id)) await bookRefund(ctx, refund.id)
    orderIds.push(id)
  }
  return { admin, orderIds }
}

test('the exported journal balances, and its accounts are those of the ledger', async ({
  paymentContext: ctx,
}) => {
  const { admin } = await bookOrders(ctx)
  const entries = await readAll(admin, listJournal)
  expect(entries.length).toBeGreaterThanOrEqual(9)
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => +a - +b))
  const lines = entries.flatMap((entry) => entry.lines)
  for (const entry of entries)
    expect(
      entry.lines.reduce((sum, { amount }) => sum + amount, 0),
      entry.description,
    ).toBe(0)
  const balances = ACCOUNTS.map((account) => [
    account,
    lines.filter((line) => line.account === account).reduce((sum, { baseAmount }) => sum + baseAmount, 0),
  ])
  expect(Object.fromEntries(balances)).toEqual(trialBalance(await ledgerByMonth(admin)).accounts)
})

test('exported invoices and credit notes add up to what customers paid, and to its tax', async ({
  paymentContext: ctx,
}) => {
  const { admin, orderIds } = await bookOrders(ctx)
  const documents = await readAll(admin, listInvoices)
  const numbers = documents.map(({ number }) => number)
  expect(numbers).toEqual(numbers.toSorted().reverse())
  for (const id of orderIds) {
    const order = await findOrder(admin, id)
    const { invoice, creditNotes } = await findInvoices(ctx.db, order)
    const ofOrder = documents.filter(({ orderNumber }) => orderNumber === order.number)
    expect(ofOrder.map(({ number }) => number).toSorted()).toEqual(
      [invoice, ...creditNotes].map((document) => document?.number).toSorted(),
    )
    const sum = (part: 'total' | 'tax') => ofOrder.reduce((total, document) => total + document[part], 0)
    expect(sum('total')).toBe(order.total - order.refunded)
    expect(sum('tax')).toBe(order.tax - creditNotes.reduce((total, { tax }) => total + tax, 0))
  }
})

test('an export holds the entries and documents of its days, and only for who keeps the books', async ({
  paymentContext: ctx,
}) => {
  await bookOrders(ctx)
  const bookkeeper = await asCustomer(ctx, { staffRole: 'bookkeeper' })
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  const lists: List<unknown>[] = [listJournal, listInvoices]
  for (const list of lists) {
    expect(await readAll(bookkeeper, list, { period: 'today' })).not.toEqual([])
    expect(await readAll(bookkeeper, list, { to: '2001-12-31' })).toEqual([])
    await expect(list(packer, {})).rejects.toMatchObject({ code: 'forbidden' })
  }
})
