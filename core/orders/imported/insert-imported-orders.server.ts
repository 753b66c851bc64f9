import { z } from 'zod'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, sql } from '#db/sql.ts'
import type { ImportedOrder } from './imported-order.ts'

/** Numbers, in the order of the batch. */
type InsertedOrders = { inserted: string[]; unchanged: string[] }

/** An order whose number exists stays as it is, also if its personal data was deleted. */
export async function insertImportedOrders(
  tx: Db,
  orders: ImportedOrder[],
  importedAt: Date,
): Promise<InsertedOrders> {
  const rows = orders.map((order) => ({ ...order, id: newId('importedOrder') }))
  const numbers = await queryColumn(tx, z.string())`
    insert into imported_orders (id, number, email, customer_name, placed_at, currency, subtotal, discount, shipping, tax, total,
      refunded, tax_included, payment_status, fulfillment_status, shipping_address, note, items, imported_at)
    select id, number, email, "customerName", "placedAt", currency, subtotal, discount, shipping, tax, total, refunded,
      "taxIncluded", "paymentStatus", "fulfillmentStatus", "shippingAddress", note, items, ${importedAt}
    from jsonb_to_recordset(${sql.json(rows)}) as o (id text, number text, email text, "customerName" text,
      "placedAt" timestamptz, currency text, subtotal bigint, discount bigint, shipping bigint, tax bigint, total bigint,
      refunded bigint, "taxIncluded" boolean, "paymentStatus" text, "fulfillmentStatus" text, "shippingAddress" jsonb,
      note text, items jsonb)
    on conflict (number) do nothing
    returning number`
  const inserted = new Set(numbers)
  return {
    inserted: orders.map(({ number }) => number).filter((number) => inserted.has(number)),
    unchanged: orders.map(({ number }) => number).filter((number) => !inserted.has(number)),
  }
}

const ExistingOrder = z.strictObject({ id: z.string(), number: z.string(), importedAt: z.date() })
export type ExistingImportedOrder = z.infer<typeof ExistingOrder>

/** Those of the numbers that were imported before, so that an import would leave them unchanged. */
export function findImportedOrderNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<ExistingImportedOrder[]> {
  return query(db, ExistingOrder)`
    select id, number, imported_at as "importedAt" from imported_orders where number = any(${numbers})`
}
