import { addTransfer } from '#core/accounting/entries.server.ts'
import { bookSales } from '#core/accounting/post-entries.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, signInVisitor } from '#test/accounts.ts'
import { buildPayment } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('the tax report has a row per country, state, and rate, and what belongs to no order', async ({
  ctx,
  connection,
}) => {
  const bookkeeper = await signInVisitor(createTestStore(connection), ctx.db, { staffRole: 'bookkeeper' })
  const { orderId } = await buildPayment(ctx, { order: { shippingAddress: { state: 'oregon' } } })
  const { orderId: withoutState } = await buildPayment(ctx)
  await execute(
    ctx.db,
  )`update orders set tax = 384, total_amount = 5184, base_total = 5184 where id = ${orderId}`
  await bookSales(ctx, [orderId, withoutState])
  const entry = { description: 'Tax office', cents: 100, from: 'bank', to: 'tax_payable' }
  await addTransfer(await asAdmin(ctx), entry)
  const report = await (await bookkeeper.get('/api/v1/admin/accounting/tax')).json()
  expect(report).toEqual({
    data: [
      {
        ...{ region: 'US', state: 'OR', tax_percent: 8, currency: 'usd', net_sales: 48, sales_tax: 3.84 },
        ...{ net_refunds: 0, refunded_tax: 0, tax_due: 3.84, tax_due_usd: 3.84 },
      },
      {
        ...{ region: 'US', state: null, tax_percent: 8, currency: 'usd', net_sales: 48, sales_tax: 0 },
        ...{ net_refunds: 0, refunded_tax: 0, tax_due: 0, tax_due_usd: 0 },
      },
    ],
    other_entries_usd: -1,
  })
  const past = await (await bookkeeper.get('/api/v1/admin/accounting/tax?to=2001-12-31')).json()
  expect(past).toEqual({ data: [], other_entries_usd: 0 })
  expect((await bookkeeper.get('/api/v1/admin/accounting/tax?from=2026-02-30')).status).toBe(400)
})
