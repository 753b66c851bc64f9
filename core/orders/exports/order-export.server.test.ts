import fc from 'fast-check'
import { Refusal } from '#core/errors.ts'
import type { ListQuery } from '#core/pagination.ts'
import { findRefundedParts } from '#core/payments/refunds.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { countStatements } from '#test/count-statements.ts'
import { buildPaidOrder, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { findOrder } from '../find-order.server.ts'
import { taxOn } from '../refunds/refund-amounts.ts'
import { refundOrder } from '../refunds/refund-order.server.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'
import { listExportedLines } from './line-export.server.ts'
import { listExportedOrders } from './order-export.server.ts'

const WITHOUT = { hasPersonalData: false }
const price = fc.integer({ min: 300, max: 20_000 })
const anySale = fc.record({
  region: fc.constantFrom(...REGION_CODES),
  prices: fc.tuple(price, price),
  quantities: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
  percentage: fc.option(fc.integer({ min: 100, max: 5000 })),
  refunds: fc.array(
    fc.oneof(
      fc.record({ share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
      fc.record({ line: fc.nat(1), shipping: fc.boolean() }),
    ),
    { maxLength: 3 },
  ),
})
type Sale = typeof anySale extends fc.Arbitrary<infer Value> ? Value : never

let saleCount = 0

/** The sale's order after its refunds. Those that aren't possible are refused. */
async function makeSale(ctx: CardContext, { region, prices, quantities, percentage, refunds }: Sale) {
  const admin = await asAdmin(ctx)
  const lines = [
    { productId: (await buildProduct(ctx, { price: prices[0] })).id, quantity: quantities[0] },
    { productId: (await buildProduct(ctx, { price: prices[1] })).id, quantity: quantities[1] },
  ]
  const code = percentage === null ? '' : `EXPORT${++saleCount}`
  if (code)
    await execute(ctx.db)`
      insert into offers (id, code, title, kind, value, starts_at)
      values (${`off_${code}`}, ${code}, 'x', 'percentage', ${percentage}, now() - interval '1 day')`
  const { id } = await buildPaidOrder(ctx, { region, lines, code })
  await updateOrderStatus(admin, id, { to: 'processing' })
  for (const refund of refunds) {
    const { total, refunded } = await findOrder(admin, id)
    const request =
      'share' in refund
        ? { amount: Math.ceil((total - refunded) * refund.share) }
        : {
            lines: [{ productId: lines[refund.line]?.productId ?? '', quantity: 1 }],
            shipping: refund.shipping,
          }
    await refundOrder(admin, id, request).catch((error) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
  return { admin, order: await findOrder(admin, id) }
}

test('the exported amounts of any order and its refunds are those of the order, to the minor unit', async ({
  paymentContext: ctx,
}) => {
  await fc.assert(
    fc.asyncProperty(anySale, async (sale) => {
      const { admin, order } = await makeSale(ctx, sale)
      const listQuery = { search: order.number }
      const [exported] = (await listExportedOrders(admin, listQuery, WITHOUT)).rows
      const { number, region, currency, subtotal, discount, shipping, tax, total, refunded } = order
      const parts = await findRefundedParts(ctx.db, order.id)
      expect(exported).toMatchObject({
        ...{ number, region, currency, subtotal, discount, shipping, tax, total, refunded, state: 'OR' },
        refundedTax: taxOn(order, parts),
        units: order.items.reduce((units, { quantity }) => units + quantity, 0),
      })
      const [{ lines = [] } = {}] = (await listExportedLines(admin, listQuery)).rows
      expect(
        lines.map(({ product, quantity, price, refundedQuantity }) => ({
          product,
          quantity,
          price,
          refundedQuantity,
        })),
      ).toEqual(
        order.items.map(({ name, productId, quantity, price }) => ({
          product: name,
          quantity,
          price,
          refundedQuantity: parts.quantities[productId] ?? 0,
        })),
      )
      const sum = (part: 'discount' | 'tax') => lines.reduce((total, line) => total + line[part], 0)
      expect([sum('discount'), sum('tax')]).toEqual([discount, tax - order.shippingTax])
    }),
    { numRuns: 15 },
  )
}, 120_000)

test('a page of an export is one statement, however many orders and lines it has', async ({
  paymentContext: ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  const one = await buildOrder(ctx)
  for (let count = 0; count < 5; count++) {
    const products = [await buildProduct(ctx), await buildProduct(ctx)]
    await buildOrder(ctx, { lines: products.map(({ id: productId }) => ({ productId, quantity: 2 })) })
  }
  const statements = countStatements(connection)
  const countFor = async (listQuery: ListQuery) => {
    const before = statements().length
    await listExportedOrders(admin, listQuery, WITHOUT)
    await listExportedLines(admin, listQuery)
    return statements().length - before
  }
  expect([await countFor({ search: one.number }), await countFor({})]).toEqual([2, 2])
})

test('bookkeepers export orders without personal data, and packers export none', async ({
  paymentContext: ctx,
}) => {
  const { number } = await buildPaidOrder(ctx)
  const bookkeeper = await asCustomer(ctx, { staffRole: 'bookkeeper' })
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  const manager = await asCustomer(ctx, { staffRole: 'manager' })
  const listQuery = { search: number }
  const [withheld] = (await listExportedOrders(bookkeeper, listQuery, WITHOUT)).rows
  expect(withheld).toMatchObject({ email: '', buyer: '', region: 'US', total: 10_368 })
  const [full] = (await listExportedOrders(manager, listQuery, { hasPersonalData: true })).rows
  expect(full).toMatchObject({ buyer: 'Grace Holloway', email: expect.stringContaining('@') })
  const refused = { code: 'forbidden' }
  await expect(listExportedOrders(bookkeeper, {}, { hasPersonalData: true })).rejects.toMatchObject(refused)
  await expect(listExportedOrders(packer, {}, WITHOUT)).rejects.toMatchObject(refused)
  await expect(listExportedLines(packer, {})).rejects.toMatchObject(refused)
})
