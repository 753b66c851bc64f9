import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import { type ListPage, type ListQuery, listRows, type SortOrder } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { recordListRead, recordPersonalRead } from '#core/personal-reads/record-read.server.ts'
import { query, sql } from '#db/sql.ts'
import { SEVERITIES } from './severity.ts'

const AdverseEventRow = z.strictObject({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  batchId: z.string().nullable(),
  batchNumber: z.string().nullable(),
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  /** Null if nobody gave one, or it was deleted with the account. */
  email: z.string().nullable(),
  receivedOn: z.string(),
  receivedDays: z.int(),
  severity: z.enum(SEVERITIES),
  description: z.string(),
  actionTaken: z.string().nullable(),
  reportedOn: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type AdverseEvent = Omit<z.infer<typeof AdverseEventRow>, 'receivedDays'>

// As in its index: days that a cursor can hold.
const RECEIVED_DAYS = sql`(e.received_on - '2000-01-01'::date)`

const SELECT = sql`
  select e.id, e.product_id as "productId", p.name as "productName", e.batch_id as "batchId", b.number as "batchNumber",
    e.order_id as "orderId", o.number as "orderNumber", e.email, e.received_on::text as "receivedOn",
    ${RECEIVED_DAYS} as "receivedDays", e.severity, e.description, e.action_taken as "actionTaken",
    e.reported_on::text as "reportedOn", coalesce(s.email, 'API key “' || k.name || '”') as "createdBy",
    e.created_at as "createdAt", e.updated_at as "updatedAt"
  from adverse_events e join products p on p.id = e.product_id left join batches b on b.id = e.batch_id
  left join orders o on o.id = e.order_id left join profiles s on s.id = e.created_by
  left join api_keys k on k.id = e.created_by`

const BY_RECEIVED: SortOrder<z.infer<typeof AdverseEventRow>> = {
  column: RECEIVED_DAYS,
  id: sql`e.id`,
  type: 'bigint',
  toCursor: ({ receivedDays, id }) => ({ value: receivedDays, id }),
}

/** `scope` is a product or a batch. */
export async function listAdverseEvents(ctx: Context, listQuery: ListQuery): Promise<ListPage<AdverseEvent>> {
  requirePermission(ctx.actor, 'customers.view')
  const { scope } = listQuery
  const ofScope = scope && sql`${isId('batch', scope) ? sql`e.batch_id` : sql`e.product_id`} = ${scope}`
  const page = await listRows(ctx.db, AdverseEventRow, listQuery, {
    select: SELECT,
    sorts: { newest: { ...BY_RECEIVED, descending: true }, oldest: BY_RECEIVED },
    filters: {
      serious: sql`e.severity = 'serious'`,
      'to-report': sql`e.severity = 'serious' and e.reported_on is null`,
    },
    ...(ofScope ? { condition: ofScope } : {}),
  })
  const events = { ...page, rows: page.rows.map(toEvent) }
  return recordListRead(ctx, 'adverse-events', listQuery, events)
}

export async function findAdverseEvent(ctx: Context, id: string): Promise<AdverseEvent> {
  requirePermission(ctx.actor, 'customers.view')
  const [row] = isId('adverseEvent', id)
    ? await query(ctx.db, AdverseEventRow)`${SELECT} where e.id = ${id}`
    : []
  if (!row) throw new Refusal('not_found', 'Adverse event not found.')
  await recordPersonalRead(ctx, { data: 'adverse-events', way: 'record', records: 1 })
  return toEvent(row)
}

function toEvent({ receivedDays: _, ...event }: z.infer<typeof AdverseEventRow>): AdverseEvent {
  return event
}
