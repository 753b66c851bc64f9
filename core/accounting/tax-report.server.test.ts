import fc from 'fast-check'
import { z } from 'zod'
import { queryColumn, sql } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPaidOrder, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { listRefunds } from '../payments/refunds.server.ts'
import { eraseOrders } from '../privacy/erase-orders.server.ts'
import type { RegionCode } from '../regions/regions.ts'
import { addTransfer } from './entries.server.ts'
import { bookRefund } from './post-entries.server.ts'
import { readTaxReport } from './tax-report.server.ts'

type Destination = { region: RegionCode; typed: string; state: string | null }

/** British tax is the same in all counties. */
const KENT: Destination = { region: 'GB', typed: 'Kent', state: null }
const NEW_YORK: Destination = { region: 'US', typed: 'New  York', state: 'NY' }
const SOMEWHERE: Destination = { region: 'US', typed: 'Somewhere', state: 'Somewhere' }
const ERASED: Destination = { region: 'US', typed: '', state: null }

const DESTINATIONS: Destination[] = [
  { region: 'US', typed: 'CA', state: 'CA' },
  { region: 'US', typed: 'california ', state: 'CA' },
  { region: 'US', typed: 'n.y.', state: 'NY' },
  NEW_YORK,
  SOMEWHERE,
  { region: 'CA', typed: 'quebec', state: 'QC' },
  { region: 'IN', typed: 'kerala', state: 'Kerala' },
  KENT,
]

const anySale = fc.record({
  destination: fc.constantFrom(...DESTINATIONS),
  price: fc.integer({ min: 300, max: 20_000 }),
  quantity: fc.integer({ min: 1, max: 5 }),
  shares: fc.array(fc.double({ min: 0.01, max: 0.5, noNaN: true }), { maxLength: 2 }),
})
type Sale = typeof anySale extends fc.Arbitrary<infer Value> ? Value : never

async function bookSale(
  ctx: CardContext,
  admin: Context,
  { destination, price, quantity, shares }: Sale,
): Promise<string> {
  const { id: productId } = await buildProduct(ctx, { price })
  const { region, typed: state } = destination
  const { id, total } = await buildPaidOrder(ctx, { region, state, lines: [{ productId, quantity }] })
  await updateOrderStatus(admin, id, { to: 'processing' })
  for (const share of shares) await refundOrder(admin, id, { amount: Math.ceil(total * share) })
  for (const refund of await listRefunds(ctx.db, id)) await bookRefund(ctx, refund.id)
  return id
}

test('the tax report of any sales and refunds adds up to the ledger’s tax account', async ({
  paymentContext: ctx,
}) => {
  const admin = await asAdmin(ctx)
  await fc.assert(
    fc.asyncProperty(anySale, fc.integer({ min: 1, max: 500 }), async (sale, cents) => {
      await bookSale(ctx, admin, sale)
      await addTransfer(admin, { description: 'Tax office', cents, from: 'bank', to: 'tax_payable' })
      const { lines, otherBaseTax } = await readTaxReport(admin, {})
      const [balance] = await queryColumn(ctx.db, z.int())`
        select sum(base_amount)::bigint as amount from accounting_lines where account = 'tax_payable'`
      const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
      expect(sum(lines.map(({ baseTax }) => baseTax)) + otherBaseTax).toBe(-(balance ?? 0))
      for (const line of lines) {
        const typed = [...DESTINATIONS, ERASED]
          .filter(({ region, state }) => region === line.region && state === line.state)
          .map((destination) => destination.typed)
        const ofLine = (column: string) => queryColumn(ctx.db, z.int())`
          select coalesce(sum(case ${column}::text when 'tax' then -l.amount else l.amount end), 0)::bigint as amount
          from accounting_lines l join accounting a on a.id = l.entry_id join orders o on o.id = a.order_id
          where o.region = ${line.region} and o.tax_percent = ${line.taxPercent}
            and o.shipping_address ->> 'state' = any(${typed})
            and l.account = case ${column}::text when 'tax' then 'tax_payable' else 'card_clearing' end`
        expect([line.salesTax - line.refundedTax]).toEqual(await ofLine('tax'))
        const { sales, salesTax, refunds, refundedTax } = line
        expect([sales + salesTax - refunds - refundedTax]).toEqual(await ofLine('paid'))
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)

test('the tax report is of its days, and only for who keeps the books', async ({ paymentContext: ctx }) => {
  const admin = await asAdmin(ctx)
  await bookSale(ctx, admin, { destination: KENT, price: 4800, quantity: 1, shares: [0.5] })
  const ofBritain = (await readTaxReport(admin, { period: 'today' })).lines.filter(
    ({ region }) => region === 'GB',
  )
  expect(ofBritain).toHaveLength(1)
  expect(await readTaxReport(admin, { to: '2001-12-31' })).toEqual({ lines: [], otherBaseTax: 0 })
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  await expect(readTaxReport(packer, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('the tax of an order stays in its state when its customer is erased, unless the state is unknown', async ({
  paymentContext: ctx,
}) => {
  const admin = await asAdmin(ctx)
  const ids: string[] = []
  for (const destination of [NEW_YORK, SOMEWHERE])
    ids.push(await bookSale(ctx, admin, { destination, price: 4800, quantity: 1, shares: [] }))
  const readTax = async () => {
    const { lines } = await readTaxReport(admin, {})
    const taxOf = (state: string | null) =>
      lines.find((line) => line.region === 'US' && line.state === state)?.baseTax ?? 0
    return { newYork: taxOf('NY'), somewhere: taxOf('Somewhere'), withoutState: taxOf(null) }
  }
  const before = await readTax()
  await ctx.db.transaction((tx) => eraseOrders(tx, sql`id = any(${ids})`))
  expect(await readTax()).toEqual({
    newYork: before.newYork,
    somewhere: before.somewhere - 384,
    withoutState: before.withoutState + 384,
  })
})
