import { z } from 'zod'
import { ImportedOrder, toImportedPrice } from '#core/orders/imported/imported-order.ts'
import {
  findImportedOrderNumbers,
  insertImportedOrders,
} from '#core/orders/imported/insert-imported-orders.server.ts'
import type { CheckedRecord, DataRecord, RowDetail } from '../data-import.ts'
import {
  type CheckContext,
  type DataKind,
  invalidRecord,
  type PendingRecord,
  type WriteContext,
} from '../data-kind.server.ts'
import { readOrders } from './order-csv.server.ts'

/** Orders of a former store are history: no stock, payment, or entry belongs to them. */
export const ORDER_IMPORT: DataKind = { read: readOrders, check: checkOrders, write: writeOrders }

async function checkOrders({ db }: CheckContext, records: DataRecord[]): Promise<CheckedRecord[]> {
  const existing = await findImportedOrderNumbers(
    db,
    records.map(({ key }) => key),
  )
  const known = new Set(existing.map(({ number }) => number))
  return records.map((record) => {
    if (!record.data) return invalidRecord(record)
    if (known.has(record.key)) return { ...record, kind: 'unchanged', data: null, details: [] }
    const order = ImportedOrder.parse(record.data)
    return { ...record, kind: 'new', data: order, details: describe(order) }
  })
}

function describe({ placedAt, total, currency, items, paymentStatus, email }: ImportedOrder): RowDetail[] {
  return [
    ['date', placedAt.toISOString().slice(0, 10)],
    ['total', toImportedPrice(total, currency).display],
    ['items', String(items.length)],
    ['status', paymentStatus.replace('_', ' ')],
    ['email', email ?? 'none'],
  ]
}

const StoredOrder = ImportedOrder.extend({ placedAt: z.coerce.date() })

const IMPORTED_SINCE = 'An order with this number was imported after the file was checked.'

async function writeOrders({ db, now }: WriteContext, rows: PendingRecord[]): Promise<Map<number, string>> {
  const orders = rows.map(({ line, data }) => ({ line, order: StoredOrder.parse(data) }))
  const { unchanged } = await insertImportedOrders(
    db,
    orders.map(({ order }) => order),
    now,
  )
  return new Map(
    orders.flatMap(({ line, order }) =>
      unchanged.includes(order.number) ? [[line, IMPORTED_SINCE] as const] : [],
    ),
  )
}
