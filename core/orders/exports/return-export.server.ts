import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { CURRENCIES } from '#core/money.ts'
import { type ListPage, type ListQuery, listRows } from '#core/pagination.ts'
import { hasPermission, requirePermission } from '#core/permissions/permissions.ts'
import { recordListRead } from '#core/personal-reads/record-read.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { sql } from '#db/sql.ts'
import { isInPeriod } from '../admin/placed-orders.server.ts'
import { visibleParts } from '../admin/visible-order.ts'
import { RETURN_FILTERS, RETURN_SEARCH, RETURN_SORTS } from '../returns/list-returns.server.ts'
import { RESOLUTIONS, RETURN_STATES } from '../returns/return.ts'
import type { ExportContent } from './order-export.server.ts'

const ExportedReturn = z.strictObject({
  id: z.string(),
  reference: z.string(),
  orderNumber: z.string(),
  state: z.enum(RETURN_STATES),
  resolution: z.enum(RESOLUTIONS),
  replacementOrder: z.string().nullable(),
  requestedAt: z.date(),
  receivedAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  region: z.enum(REGION_CODES),
  units: z.int(),
  /** In minor units of the currency. */
  refunded: z.int(),
  currency: z.enum(CURRENCIES),
  buyer: z.string(),
  email: z.string(),
  /** In the customer's words. */
  reason: z.string(),
})
export type ExportedReturn = z.infer<typeof ExportedReturn>

/** The returns of a list. Without personal data, name, email address, and reason are empty. */
export async function listExportedReturns(
  ctx: Context,
  listQuery: ListQuery,
  { hasPersonalData }: ExportContent,
): Promise<ListPage<ExportedReturn>> {
  const keepsBooks = hasPermission(ctx.actor, 'accounting.view')
  requirePermission(ctx.actor, keepsBooks ? 'accounting.view' : 'returns.process')
  if (hasPersonalData) requirePermission(ctx.actor, 'personal-data.export')
  const visible = visibleParts(ctx.actor)
  const page = await listRows(ctx.db, ExportedReturn, listQuery, {
    select: SELECT_RETURN,
    sorts: RETURN_SORTS,
    filters: RETURN_FILTERS,
    // A search can't be used to guess the emails that an actor doesn't see.
    ...(visible.email ? RETURN_SEARCH : { searchText: sql`lower(r.reference || ' ' || o.number)` }),
    condition: isInPeriod(ctx, listQuery, sql`r.requested_at`),
  })
  const rows = page.rows.map((row) => ({
    ...row,
    refunded: visible.amounts ? row.refunded : 0,
    ...(!hasPersonalData && { buyer: '', email: '', reason: '' }),
  }))
  const exported = { ...page, rows }
  return hasPersonalData ? recordListRead(ctx, 'returns', listQuery, exported) : exported
}

const SELECT_RETURN = sql`select r.id, r.reference, o.number as "orderNumber", r.state, r.resolution,
    (select number from orders n where n.id = r.replacement_order_id) as "replacementOrder",
    r.requested_at as "requestedAt", r.received_at as "receivedAt", r.closed_at as "closedAt", o.region,
    (select coalesce(sum(i.quantity), 0)::int from return_items i where i.return_id = r.id) as units,
    coalesce(refund.amount, 0) as refunded, o.currency,
    concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer, o.email, r.reason
  from returns r join orders o on o.id = r.order_id
  left join refunds refund on refund.id = r.refund_id and refund.state <> 'failed'`
