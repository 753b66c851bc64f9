import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '../pagination.ts'
import { recordListRead } from '../personal-reads/record-read.server.ts'
import { SUBSCRIBER_STATES } from './newsletter.server.ts'

const Subscriber = z.strictObject({
  id: z.string(),
  email: z.string(),
  state: z.enum(SUBSCRIBER_STATES),
  requestedAt: z.date(),
  confirmedAt: z.date().nullable(),
  leftAt: z.date().nullable(),
})
export type Subscriber = z.infer<typeof Subscriber>

const byRequestedAt = sortBy('requestedAt', sql`n.requested_at`, 'timestamptz', sql`n.id`)
const byEmail = sortBy('email', sql`n.email`, 'text', sql`n.id`)
const SORTS = {
  newest: { ...byRequestedAt, descending: true },
  oldest: byRequestedAt,
  email: byEmail,
  'email-down': { ...byEmail, descending: true },
}
const FILTERS = {
  subscribed: sql`n.state = 'subscribed'`,
  pending: sql`n.state = 'pending'`,
  left: sql`n.state = 'left'`,
}

export async function listSubscribers(ctx: Context, listQuery: ListQuery): Promise<ListPage<Subscriber>> {
  requirePermission(ctx.actor, 'newsletter.view')
  const page = await listRows(ctx.db, Subscriber, listQuery, {
    select: sql`select n.id, n.email, n.state, n.requested_at as "requestedAt", n.confirmed_at as "confirmedAt", n.left_at as "leftAt"
      from newsletter_subscribers n`,
    sorts: SORTS,
    filters: FILTERS,
    searchText: sql`n.email`,
  })
  return recordListRead(ctx, 'newsletter', listQuery, page)
}
