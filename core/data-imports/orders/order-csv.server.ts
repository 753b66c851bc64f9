import type { CsvLine } from '#core/catalog/import/reading/read-csv.server.ts'
import { currencyDigits, ImportedOrder } from '#core/orders/imported/imported-order.ts'
import type { CellProblem, DataRecord } from '../data-import.ts'
import { lineProblem, problemOf, type ReadContext } from '../data-kind.server.ts'
import { type Cells, matchColumns, readCells, requireColumns } from '../reading/data-columns.ts'
import { type ReadValue, readAmount, readCount, readTime } from '../reading/read-values.ts'
import { balanceAmounts } from './balance-amounts.ts'
import { ORDER_HEADINGS, type OrderField } from './order-headings.ts'
import { readFulfillmentStatus, readPaymentStatus } from './order-status-cells.ts'

type OrderLine = { line: number; cells: Cells<OrderField>; problem: CellProblem | undefined }

/** The first line of an order has what is about all of it, and each line has an item. */
export function readOrders(header: string[], ctx: ReadContext) {
  const columns = matchColumns<OrderField>(header, ORDER_HEADINGS)
  requireColumns(header, columns, {
    'Order number': ['number'],
    Date: ['placedAt'],
    Total: ['total'],
    'Item name': ['itemName'],
  })
  return async function* readLines(lines: AsyncIterable<CsvLine>): AsyncGenerator<DataRecord> {
    let order: OrderLine[] = []
    for await (const line of lines) {
      const read = {
        line: line.line,
        cells: readCells(columns, line.cells),
        problem: lineProblem(line, header),
      }
      const isNext = order.length > 0 && read.cells.number !== order[0]?.cells.number
      if (isNext) {
        yield readOrder(order, ctx)
        order = []
      }
      order.push(read)
    }
    if (order.length) yield readOrder(order, ctx)
  }
}

function readOrder(lines: OrderLine[], { timeZone }: ReadContext): DataRecord {
  const cells = lines[0]?.cells ?? {}
  const problems = lines.flatMap(({ problem }) => problem ?? [])
  const read = <Value>(
    field: OrderField,
    column: string,
    {
      from = cells,
      parse,
      missing,
    }: { from?: Cells<OrderField>; parse: (text: string) => ReadValue<Value>; missing: Value },
  ): Value => {
    const text = from[field]
    if (!text) return missing
    const result = parse(text)
    if ('value' in result) return result.value
    problems.push(problemOf(column, text, result.error))
    return missing
  }
  const currency = (cells.currency || 'usd').toLowerCase()
  const digits = /^[a-z]{3}$/.test(currency) ? currencyDigits(currency) : 2
  const toAmount = (text: string) => readAmount(text, digits)
  const amount = (field: OrderField, column: string) =>
    read(field, column, { parse: (text) => absolute(toAmount(text)), missing: 0 })
  const items = lines.flatMap(({ cells: itemCells }) => {
    const { itemName, itemSku } = itemCells
    if (!itemName) return []
    const quantity = read('itemQuantity', 'Item quantity', { from: itemCells, parse: readCount, missing: 1 })
    const price = read('itemPrice', 'Item price', { from: itemCells, parse: toAmount, missing: 0 })
    return quantity ? [{ name: itemName, sku: itemSku || null, quantity, price }] : []
  })
  const name = cells.name || [cells.firstName, cells.lastName].filter(Boolean).join(' ')
  const status = cells.paymentStatus || (cells.cancelledAt ? 'cancelled' : 'paid')
  const paymentStatus = readPaymentStatus(status)
  if (!paymentStatus) problems.push(problemOf('Payment status', status, UNKNOWN_PAYMENT_STATUS))
  const fulfillmentStatus = readFulfillmentStatus(cells.fulfillmentStatus, status)
  if (!fulfillmentStatus)
    problems.push(problemOf('Fulfillment status', cells.fulfillmentStatus, UNKNOWN_FULFILLMENT_STATUS))
  if (!cells.total) problems.push(problemOf('Total', '', 'Enter the total.'))
  const amounts = {
    subtotal: cells.subtotal ? amount('subtotal', 'Subtotal') : sum(items),
    discount: amount('discount', 'Discount'),
    shipping: amount('shipping', 'Shipping'),
    tax: amount('tax', 'Tax'),
    total: amount('total', 'Total'),
    refunded: amount('refunded', 'Refunded'),
  }
  const email = cells.email?.toLowerCase() || null
  const { data, error } = ImportedOrder.safeParse({
    number: cells.number ?? '',
    email,
    customerName: name || null,
    placedAt: read('placedAt', 'Date', { parse: (text) => readTime(text, timeZone), missing: undefined }),
    currency,
    ...amounts,
    ...balanceAmounts(amounts),
    paymentStatus: cells.cancelledAt && paymentStatus === 'pending' ? 'cancelled' : (paymentStatus ?? 'paid'),
    fulfillmentStatus: fulfillmentStatus ?? 'unfulfilled',
    shippingAddress: readAddress(cells, name),
    note: cells.note || null,
    items,
  })
  for (const { path, message } of problems.length ? [] : (error?.issues ?? [])) {
    const [field = ''] = path.map(String)
    problems.push(problemOf(LABELS[field] ?? field, cells[field as OrderField], message))
  }
  const record = {
    line: lines[0]?.line ?? 0,
    key: cells.number ?? '',
    name: name.slice(0, 200),
    email: email ?? undefined,
  }
  return problems.length || !data ? { ...record, problems } : { ...record, key: data.number, data, problems }
}

/** Labels of columns in problems. */
const LABELS: Record<string, string> = {
  number: 'Order number',
  email: 'Email',
  customerName: 'Name',
  placedAt: 'Date',
  currency: 'Currency',
  shippingAddress: 'Shipping address',
  note: 'Note',
  items: 'Items',
}

const UNKNOWN_PAYMENT_STATUS = 'Use paid, pending, partially refunded, refunded, or cancelled.'
const UNKNOWN_FULFILLMENT_STATUS = 'Use fulfilled, partial, or unfulfilled.'

const sum = (items: { quantity: number; price: number }[]) =>
  items.reduce((total, { quantity, price }) => total + quantity * price, 0)

/** Some exports write discounts and refunds as negative amounts. */
const absolute = (read: ReadValue<number>) => ('value' in read ? { value: Math.abs(read.value) } : read)

function readAddress(cells: Cells<OrderField>, name: string) {
  const { address1, address2, city, state, postalCode, country, phone } = cells
  const lines = {
    name,
    address1,
    address2,
    city,
    state,
    postalCode: postalCode?.replace(/^'/, ''),
    country,
    phone,
  }
  const written = Object.entries(lines).filter(([, text]) => text)
  return written.length && (address1 || city || country) ? Object.fromEntries(written) : null
}
