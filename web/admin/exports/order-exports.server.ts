import { toDecimal } from '#core/money.ts'
import { type ExportedOrderLines, listExportedLines } from '#core/orders/exports/line-export.server.ts'
import { type ExportedOrder, listExportedOrders } from '#core/orders/exports/order-export.server.ts'
import { defineColumns, defineExport, eachRow } from './define-export.ts'

/** Spreadsheets and scripts rely on the columns' names and order, so new ones come last. */
export const ordersExport = defineColumns<ExportedOrder>(
  [
    ['number', ({ number }) => number],
    ['placed', ({ createdAt }) => createdAt.toISOString()],
    ['email', ({ email }) => email, 'personal'],
    ['name', ({ buyer }) => buyer, 'personal'],
    ['status', ({ status }) => status],
    ['payment', paymentText],
    ['items', ({ units }) => units],
    ['total', ({ total }) => toDecimal(total)],
    ['currency', ({ currency }) => currency],
    ['total in USD', ({ baseTotal }) => toDecimal(baseTotal)],
    ['tags', ({ tags }) => tags.join(', '), 'personal'],
    ['country', ({ region }) => region],
    ['state', ({ state }) => state],
    ['subtotal', ({ subtotal }) => toDecimal(subtotal)],
    ['discount', ({ discount }) => toDecimal(discount)],
    ['shipping', ({ shipping }) => toDecimal(shipping)],
    ['tax', ({ tax }) => toDecimal(tax)],
    ['tax rate in percent', ({ taxPercent }) => taxPercent],
    ['tax included', ({ taxIncluded }) => (taxIncluded ? 'yes' : 'no')],
    ['refunded', ({ refunded }) => toDecimal(refunded)],
    ['tax refunded', ({ refundedTax }) => toDecimal(refundedTax)],
  ],
  listExportedOrders,
)

export const orderLinesExport = defineExport(
  [
    ...['order', 'placed', 'status', 'payment', 'country', 'SKU', 'product', 'shade', 'size', 'quantity'],
    ...['unit price', 'discount', 'tax', 'total', 'currency', 'refunded quantity', 'sample'],
  ],
  eachRow(listExportedLines, ({ lines, ...order }) => lines.map((line) => ({ ...line, order }))),
  ({ order, ...line }) => [
    order.number,
    order.createdAt.toISOString(),
    order.status,
    paymentText(order),
    order.region,
    line.sku,
    line.product,
    line.shade,
    line.size,
    line.quantity,
    toDecimal(line.price),
    toDecimal(line.discount),
    toDecimal(line.tax),
    toDecimal(line.total),
    order.currency,
    line.refundedQuantity,
    line.sample ? 'yes' : 'no',
  ],
)

function paymentText({
  paymentMethod,
  paymentStatus,
  authorization,
}: Pick<ExportedOrderLines, 'paymentMethod' | 'paymentStatus' | 'authorization'>): string {
  if (paymentMethod === 'demo') return 'test order'
  return authorization === 'authorized' ? authorization : paymentStatus
}
