import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '../pagination.ts'
import { hasPermission, requirePermission } from '../permissions/permissions.ts'
import { recordListRead } from '../personal-reads/record-read.server.ts'
import { REMINDER_STATES } from './checkout-reminder.ts'
import { PURCHASES } from './later-orders.ts'

const ReminderItem = z.strictObject({ productId: z.string(), name: z.string(), quantity: z.int() })

const AdminReminder = z.strictObject({
  id: z.string(),
  email: z.string(),
  userId: z.string().nullable(),
  items: z.array(ReminderItem),
  state: z.enum(REMINDER_STATES),
  requestedAt: z.date(),
  sendAt: z.date(),
  sentAt: z.date().nullable(),
  /** The first order since. */
  orderNumber: z.string().nullable(),
})
export type AdminReminder = z.infer<typeof AdminReminder>

const byRequestedAt = sortBy('requestedAt', sql`r.requested_at`, 'timestamptz', sql`r.id`)

export async function listCheckoutReminders(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<AdminReminder>> {
  requirePermission(ctx.actor, 'customers.view')
  const page = await listRows(ctx.db, AdminReminder, listQuery, {
    select: sql`
      select r.id, r.email, r.user_id as "userId", r.state, r.requested_at as "requestedAt", r.send_at as "sendAt",
        case when r.state = 'sent' then r.closed_at end as "sentAt",
        (select coalesce(json_agg(json_build_object('productId', p.id, 'name', p.name, 'quantity', (l.line->>'quantity')::integer) order by l.place), '[]')
          from jsonb_array_elements(r.lines) with ordinality l (line, place) join products p on p.id = l.line->>'productId') as items,
        (select o.number from ${PURCHASES} o order by o.created_at limit 1) as "orderNumber"
      from checkout_reminders r`,
    sorts: { newest: { ...byRequestedAt, descending: true }, oldest: byRequestedAt },
    filters: {
      waiting: sql`r.state = 'waiting'`,
      sent: sql`r.state = 'sent'`,
      cancelled: sql`r.state = 'cancelled'`,
    },
    searchText: sql`r.email`,
  })
  const seesOrders = hasPermission(ctx.actor, 'orders.view')
  const rows = seesOrders ? page.rows : page.rows.map((row) => ({ ...row, orderNumber: null }))
  return recordListRead(ctx, 'customers', listQuery, { ...page, rows })
}

const ReminderResults = z.strictObject({ sent: z.int(), ordered: z.int() })
export type ReminderResults = z.infer<typeof ReminderResults>

/** Of the last 30 days: how many were sent, and after how many of them someone ordered within 7 days. */
export async function findReminderResults(ctx: Context): Promise<ReminderResults> {
  requirePermission(ctx.actor, 'customers.view')
  const [results = { sent: 0, ordered: 0 }] = await query(ctx.db, ReminderResults)`
    select count(*)::integer as sent, count(*) filter (where exists (
      select from ${PURCHASES} o where o.created_at between r.closed_at and r.closed_at + interval '7 days'))::integer as ordered
    from checkout_reminders r
    where r.state = 'sent' and r.closed_at > ${ctx.now}::timestamptz - interval '30 days'`
  return results
}
