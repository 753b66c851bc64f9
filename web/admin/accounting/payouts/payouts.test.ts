import { saveBalanceState } from '#core/accounting/payouts/balance-state.server.ts'
import { savePayouts, saveTransactions, sumPayout } from '#core/accounting/payouts/save-balance.server.ts'
import type { BalanceTransaction } from '#core/payments/balance/balance-transaction.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { buildPayment } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'
import { balanceFigure } from './balance-figure.ts'

const at = new Date('2026-05-04T10:00:00Z')

async function buildPayout(db: Db, id: string, count = 1): Promise<void> {
  const amount = 9668 * count
  await savePayouts(db, [
    {
      ...{ id, amount, currency: 'usd', status: 'in_transit', isAutomatic: true, hasTransactions: true },
      ...{ arrivesAt: at, failure: null, createdAt: at },
    },
  ])
  const transactions = Array.from(
    { length: count },
    (_, nth): BalanceTransaction => ({
      ...{
        id: `txn_${id}_${nth}`,
        type: 'charge',
        category: 'charge',
        amount: 10_000,
        fee: 332,
        currency: 'usd',
      },
      ...{ exchangeRate: 1.25, source: 'charge', sourceId: `ch_${nth}`, intentId: `pi_${id}_${nth}` },
      ...{ paidAmount: 8000, paidCurrency: 'gbp', availableAt: at, createdAt: at },
    }),
  )
  await saveTransactions(db, transactions, { bookedFrom: null, payoutId: id })
  await sumPayout(db, id)
}

test('the payouts are listed with what they pay out, and open with their transactions', async ({
  ctx,
  admin,
}) => {
  const { id: paymentId, orderId } = await buildPayment(ctx)
  await buildPayout(ctx.db, 'po_listed')
  await execute(ctx.db)`
    update provider_transactions set payment_id = ${paymentId} where id = 'txn_po_listed_0'`
  const list = await (await admin.open('/admin/accounting')).follow('Payouts')
  const row = list.rows('Payouts').find((text) => text.includes(' 1 $'))
  expect(row).toBe('May 4, 2026 In transit 1 $100.00 Fees $3.32 $96.68')
  const payout = await admin.open('/admin/accounting/payouts/po_listed')
  expect(payout.main).toContain('po_listed')
  const [transaction] = payout.rows('Transactions')
  expect(transaction).toMatch(/Payment #EB\d+ £80\.00 ?\$100\.00 Fee \$3\.32 \$96\.68$/)
  const number = /#(EB\d+)/.exec(transaction ?? '')?.[1]
  expect(payout.links(`#${number}`)).toEqual([`/admin/orders/${number}`])
  expect(orderId).toBeTruthy()
  expect((await admin.open('/admin/accounting/payouts/po_none')).status).toBe(404)
})

test('a payout with many transactions has pages', async ({ ctx, admin }) => {
  await buildPayout(ctx.db, 'po_pages', 60)
  const first = await admin.open('/admin/accounting/payouts/po_pages')
  expect(first.rows('Transactions')).toHaveLength(50)
  expect((await first.follow('Next →')).rows('Transactions')).toHaveLength(10)
})

test('differences, a provider that can’t be read, and transactions of other sites are reported', async ({
  ctx,
  admin,
}) => {
  await saveBalanceState(ctx.db, {
    ...{ until: at, failure: 'Permission denied.', checkedAt: ctx.now, unmatched: 2 },
    differences: [{ text: 'The payment of order EB123456 has no transaction', orderNumber: 'EB123456' }],
  })
  const screen = await admin.open('/admin/accounting/payouts')
  expect(screen.main).toContain('The payment of order EB123456 has no transaction.')
  expect(screen.links('Open order')).toEqual(['/admin/orders/EB123456'])
  expect(screen.text).toContain('Permission denied. If the key is restricted')
  await buildPayout(ctx.db, 'po_other')
  const others = await screen.follow('2 transactions not from this store')
  expect(others.rows('Card transactions').join('\n')).toContain('Not from this store')
  const csv = await admin.get('/admin/export/card-transactions.csv?in=po_other')
  const lines = (await csv.text()).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toBe(
    'txn_po_other_0,2026-05-04T10:00:00.000Z,charge,po_other,,100,3.32,96.68,usd,80,gbp,ch_0',
  )
})

test('amounts in currencies that the store doesn’t sell in have their own decimals', () => {
  expect([balanceFigure(123_456, 'usd'), balanceFigure(123_456, 'eur'), balanceFigure(1234, 'jpy')]).toEqual([
    ...['$1,234.56', '€1,234.56', '¥1,234'],
  ])
})
