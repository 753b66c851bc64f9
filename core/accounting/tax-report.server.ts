import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, queryColumn, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { CURRENCIES } from '../money.ts'
import { isInPeriod } from '../orders/admin/placed-orders.server.ts'
import type { ListQuery } from '../pagination.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { TAX_STATE } from '../regions/tax-state.server.ts'

const TaxLine = z.strictObject({
  region: z.enum(REGION_CODES),
  /** Its code if it is known, else as the shopper typed it. Null if the country isn’t taxed by state, or it was erased. */
  state: z.string().nullable(),
  taxPercent: z.number(),
  currency: z.enum(CURRENCIES),
  /** Without tax, with shipping, after discounts. */
  sales: z.int(),
  salesTax: z.int(),
  /** Without tax. */
  refunds: z.int(),
  refundedTax: z.int(),
  /** The tax on sales without that of refunds, in US cents at the rates of the orders. */
  baseTax: z.int(),
})
export type TaxLine = z.infer<typeof TaxLine>

export type TaxReport = {
  /** By country, state, and tax rate, in minor units of the currency. */
  lines: TaxLine[]
  /** Entries in tax payable that belong to no order, such as payments to a tax office, in US cents. */
  otherBaseTax: number
}

/** What the books say about the tax of the sales and refunds that were booked in a period. */
export async function readTaxReport(
  ctx: Context,
  period: Pick<ListQuery, 'period' | 'from' | 'to'>,
): Promise<TaxReport> {
  requirePermission(ctx.actor, 'accounting.view')
  const isBookedIn = isInPeriod(ctx, period, sql`a.entry_date`)
  const [lines, [otherBaseTax = 0]] = await Promise.all([
    query(ctx.db, TaxLine, { prepare: false })`
      select o.region, ${TAX_STATE} as state, o.tax_percent::float8 as "taxPercent", a.currency,
        ${sumOf(sql`-l.amount`, sql`a.kind = 'sale' and l.account in ('sales', 'shipping', 'discounts')`)} as sales,
        ${sumOf(sql`-l.amount`, sql`a.kind = 'sale' and l.account = 'tax_payable'`)} as "salesTax",
        ${sumOf(sql`l.amount`, sql`a.kind = 'refund' and l.account = 'refunds'`)} as refunds,
        ${sumOf(sql`l.amount`, sql`a.kind = 'refund' and l.account = 'tax_payable'`)} as "refundedTax",
        ${sumOf(sql`-l.base_amount`, sql`l.account = 'tax_payable'`)} as "baseTax"
      from accounting a join accounting_lines l on l.entry_id = a.id join orders o on o.id = a.order_id
      where ${isBookedIn} group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    queryColumn(ctx.db, z.int(), { prepare: false })`
      select coalesce(sum(-l.base_amount), 0)::bigint as amount
      from accounting a join accounting_lines l on l.entry_id = a.id and l.account = 'tax_payable'
      where a.order_id is null and ${isBookedIn}`,
  ])
  return { lines, otherBaseTax }
}

const sumOf = (amount: ReturnType<typeof sql>, condition: ReturnType<typeof sql>) =>
  sql`coalesce(sum(${amount}) filter (where ${condition}), 0)::bigint`
