import { z } from 'zod'
import { query, type Sql, sql } from '#db/sql.ts'
import { canViewProfiles, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../pagination.ts'
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

const byRequestedAt: SortOrder<Subscriber> = {
  column: sql`n.asked_at`,
  id: sql`n.id`,
  type: 'timestamptz',
  toCursor: ({ requestedAt, id }) => ({ value: requestedAt.toISOString(), id }),
}
const byEmail: SortOrder<Subscriber> = {
  column: sql`n.email`,
  id: sql`n.id`,
  type: 'text',
  toCursor: ({ email, id }) => ({ value: email, id }),
}
const NEWEST: SortOrder<Subscriber> = { ...byRequestedAt, descending: true }
const SORTS: Record<string, SortOrder<Subscriber>> = {
  newest: NEWEST,
  oldest: byRequestedAt,
  email: byEmail,
  'email-down': { ...byEmail, descending: true },
}
const FILTERS: Record<string, Sql> = {
  subscribed: sql`n.state = 'subscribed'`,
  asked: sql`n.state = 'asked'`,
  left: sql`n.state = 'left'`,
}

export async function listSubscribers(ctx: Context, listQuery: ListQuery): Promise<ListPage<Subscriber>> {
  requireRole(canViewProfiles, ctx.actor)
  const { search, filter, sort } = listQuery
  const isListed = FILTERS[filter ?? ''] ?? sql`true`
  const matchesSearch = search ? textContains(sql`n.email`, search) : sql`true`
  return listPage(SORTS[sort ?? ''] ?? NEWEST, listQuery, ({ cursorCondition, orderBy, limit }) =>
    query(
      ctx.db,
      Subscriber,
      sql`select n.id, n.email, n.state, n.asked_at as "requestedAt", n.confirmed_at as "confirmedAt", n.left_at as "leftAt"
        from newsletter_subscribers n
        where ${cursorCondition} and ${isListed} and ${matchesSearch} order by ${orderBy} limit ${limit}`,
      { prepare: false },
    ),
  )
}
