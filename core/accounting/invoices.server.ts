import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import type { Order } from '../orders/order.ts'
import { DEFAULT_STORE_SETTINGS, Seller } from '../settings/store-settings.ts'
import { formatInvoiceNumber, INVOICE_KINDS, type OrderInvoices } from './invoice.ts'

type InvoicedOrder = Pick<Order, 'id'>

/** Takes a loaded order because loading it checks permissions. */
export async function findInvoices(db: Db, order: InvoicedOrder): Promise<OrderInvoices> {
  return (await findInvoicesOfOrders(db, [order])).get(order.id) ?? NO_INVOICES
}

/** By order ID. Orders without invoices aren't in it. */
export async function findInvoicesOfOrders(
  db: Db,
  orders: readonly InvoicedOrder[],
): Promise<Map<string, OrderInvoices>> {
  // The tax of a refund is what the books returned from tax payable.
  const rows = await query(db, InvoiceRow)`
    select i.order_id as "orderId", i.kind, i.number, i.issued_at as "issuedAt", i.voided_at is not null as voided,
      i.seller, coalesce(r.amount, 0) as amount,
      coalesce((select sum(l.amount) from accounting a join accounting_lines l on l.entry_id = a.id
        where a.cause = 'refund:' || r.id and l.account = 'tax_payable'), 0)::bigint as tax
    from invoices i left join refunds r on r.id = i.refund_id
    where i.order_id = any(${orders.map(({ id }) => id)}) order by i.kind, i.number`
  const rowsByOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map([...rowsByOrder].map(([orderId, documents]) => [orderId, toOrderInvoices(documents)]))
}

export const NO_INVOICES: OrderInvoices = { invoice: null, creditNotes: [] }

const InvoiceRow = z.strictObject({
  orderId: z.string(),
  kind: z.enum(INVOICE_KINDS),
  number: z.int(),
  issuedAt: z.date(),
  voided: z.boolean(),
  amount: z.int(),
  tax: z.int(),
  // Fields that were added later are missing.
  seller: Seller.partial(),
})

const DEFAULT_SELLER: Seller = {
  ...DEFAULT_STORE_SETTINGS.store,
  timeZone: DEFAULT_STORE_SETTINGS.timeZone,
}

function toOrderInvoices(rows: z.infer<typeof InvoiceRow>[]): OrderInvoices {
  const documents = rows.map((row) => ({
    ...row,
    number: formatInvoiceNumber(row.kind, row.number),
    seller: { ...DEFAULT_SELLER, ...row.seller },
  }))
  const invoice = documents.find(({ kind }) => kind === 'invoice')
  return {
    invoice: invoice ? { number: invoice.number, issuedAt: invoice.issuedAt, seller: invoice.seller } : null,
    creditNotes: documents
      .filter(({ kind }) => kind === 'credit_note')
      .map(({ number, issuedAt, amount, tax, voided, seller }) => ({
        number,
        issuedAt,
        amount,
        tax,
        voided,
        seller,
      })),
  }
}
