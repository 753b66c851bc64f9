import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { CURRENCIES } from '../money.ts'
import { isInPeriod } from '../orders/admin/placed-orders.server.ts'
import { type ListPage, type ListQuery, listRows, type SortOrder } from '../pagination.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { formatInvoiceNumber, INVOICE_KINDS } from './invoice.ts'

const InvoiceRow = z.strictObject({
  kind: z.enum(INVOICE_KINDS),
  sequence: z.int(),
  issuedAt: z.date(),
  voidedAt: z.date().nullable(),
  orderNumber: z.string(),
  region: z.enum(REGION_CODES),
  state: z.string(),
  taxPercent: z.number(),
  currency: z.enum(CURRENCIES),
  /** In minor units of the currency. `total` includes `tax`. What a credit note gives back is negative. */
  tax: z.int(),
  total: z.int(),
})
type InvoiceRow = z.infer<typeof InvoiceRow>
export type ListedInvoice = Omit<InvoiceRow, 'sequence'> & { number: string }

/** Walks the primary key. */
const byNumber: SortOrder<InvoiceRow> = {
  column: sql`i.kind`,
  id: sql`i.number`,
  type: 'text',
  descending: true,
  toCursor: ({ kind, sequence }) => ({ value: kind, id: String(sequence) }),
}

/** Invoices and credit notes of a period: invoices first, the newest of each kind first. */
export async function listInvoices(ctx: Context, listQuery: ListQuery): Promise<ListPage<ListedInvoice>> {
  requirePermission(ctx.actor, 'accounting.view')
  const page = await listRows(ctx.db, InvoiceRow, listQuery, {
    select: SELECT_INVOICE,
    sorts: { number: byNumber },
    condition: isInPeriod(ctx, listQuery, sql`i.issued_at`),
  })
  const rows = page.rows.map(({ sequence, ...row }) => ({
    ...row,
    number: formatInvoiceNumber(row.kind, sequence),
  }))
  return { ...page, rows }
}

// The tax of a refund is what the books returned from tax payable.
const SELECT_INVOICE = sql`select i.kind, i.number as sequence, i.issued_at as "issuedAt", i.voided_at as "voidedAt",
    o.number as "orderNumber", o.region, coalesce(o.shipping_address ->> 'state', '') as state,
    o.tax_percent::float8 as "taxPercent", o.currency,
    case i.kind when 'invoice' then o.tax else -coalesce((
      select sum(l.amount) from accounting a join accounting_lines l on l.entry_id = a.id
      where a.cause = 'refund:' || i.refund_id and l.account = 'tax_payable'), 0)::bigint end as tax,
    case i.kind when 'invoice' then o.total_amount else -r.amount end as total
  from invoices i join orders o on o.id = i.order_id left join refunds r on r.id = i.refund_id`
