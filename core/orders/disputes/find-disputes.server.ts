import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { CURRENCIES } from '#core/money.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { EVIDENCE_FIELDS, type Evidence } from '#core/payments/disputes/evidence.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { recordListRead, recordPersonalRead } from '#core/personal-reads/record-read.server.ts'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import { NUMBER_AND_NAME } from '../admin/order-search.server.ts'
import { visibleParts } from '../admin/visible-order.ts'
import { DISPUTE_RESPONSES, DISPUTE_STATES, type OrderDispute } from './dispute.ts'

const DisputeRow = z.strictObject({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  buyer: z.string(),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  reason: z.string(),
  state: z.enum(DISPUTE_STATES),
  status: z.string(),
  openedAt: z.date(),
  closedAt: z.date().nullable(),
  dueBy: z.date().nullable(),
  answerable: z.boolean(),
  explanation: z.string(),
  version: z.int(),
  response: z.enum(DISPUTE_RESPONSES).nullable(),
  respondedAt: z.date().nullable(),
  sentAt: z.date().nullable(),
  evidence: z.partialRecord(z.enum(EVIDENCE_FIELDS), z.string()).nullable(),
  failure: z.string().nullable(),
})

/** Of a dispute `d`. */
export const IS_UNANSWERED = sql`(d.state = 'open' and d.response is null and d.answerable
  and d.provider_status in ('needs_response', 'warning_needs_response'))`

const SELECT_DISPUTE = sql`select d.id, d.order_id as "orderId", o.number as "orderNumber",
    concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer,
    d.amount, d.currency, d.reason, d.state, d.provider_status as status, d.opened_at as "openedAt",
    d.closed_at as "closedAt", d.due_by as "dueBy", d.answerable, coalesce(d.explanation, '') as explanation, d.version,
    d.response, d.responded_at as "respondedAt", d.sent_at as "sentAt", d.evidence, d.failure
  from disputes d join orders o on o.id = d.order_id`

export const DISPUTE_FILTERS = {
  'needs-response': IS_UNANSWERED,
  open: sql`d.state = 'open'`,
  won: sql`d.state = 'won'`,
  lost: sql`d.state = 'lost'`,
}

const byOpening = sortBy('openedAt', sql`d.opened_at`, 'timestamptz', sql`d.id`)
const NEVER = '9999-12-31T00:00:00.000Z'
const DUE_BY = sql`coalesce(d.due_by, ${NEVER}::timestamptz)`
const byDueDate = {
  column: DUE_BY,
  id: sql`d.id`,
  type: 'timestamptz' as const,
  toCursor: ({ dueBy, id }: OrderDispute) => ({ value: dueBy?.toISOString() ?? NEVER, id }),
}
const DISPUTE_SORTS = { newest: { ...byOpening, descending: true }, oldest: byOpening, due: byDueDate }

export async function listDisputes(ctx: Context, listQuery: ListQuery): Promise<ListPage<OrderDispute>> {
  requirePermission(ctx.actor, 'orders.refund')
  const page = await listRows(ctx.db, DisputeRow, listQuery, {
    select: SELECT_DISPUTE,
    sorts: DISPUTE_SORTS,
    filters: DISPUTE_FILTERS,
    searchText: NUMBER_AND_NAME,
  })
  const rows = page.rows.map((dispute) => toVisibleDispute(ctx, dispute))
  return recordListRead(ctx, 'orders', listQuery, { ...page, rows })
}

export async function findDispute(ctx: Context, id: string): Promise<OrderDispute> {
  requirePermission(ctx.actor, 'orders.refund')
  const dispute = await requireDispute(ctx.db, id)
  await recordPersonalRead(ctx, { data: 'orders', way: 'record', records: 1 })
  return toVisibleDispute(ctx, dispute)
}

/** Newest first. The caller shows the order, which it may. */
export async function listOrderDisputes(ctx: Context, orderId: string): Promise<OrderDispute[]> {
  requirePermission(ctx.actor, 'orders.refund')
  const disputes = await query(ctx.db, DisputeRow)`
    ${SELECT_DISPUTE} where d.order_id = ${orderId} order by d.opened_at desc, d.id`
  return disputes.map((dispute) => toVisibleDispute(ctx, dispute))
}

/** Does not check permissions; the caller must. */
export async function requireDispute(db: Db, id: string): Promise<OrderDispute> {
  const [dispute] = await query(db, DisputeRow)`${SELECT_DISPUTE} where d.id = ${id}`
  if (!dispute) throw new Refusal('not_found', 'Dispute not found.')
  return dispute
}

function toVisibleDispute({ actor }: Context, dispute: OrderDispute): OrderDispute {
  const { evidence } = dispute
  return visibleParts(actor).email || !evidence ? dispute : { ...dispute, evidence: withoutEmail(evidence) }
}

export function withoutEmail({ customer_email_address: _, ...evidence }: Evidence): Evidence {
  return evidence
}
