import { type SQL, sql } from 'drizzle-orm'
import { canViewProfiles, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../pagination.ts'

/** `asked` means that the confirmation link was sent but not followed. */
export type Subscriber = {
  id: string
  email: string
  state: 'asked' | 'subscribed' | 'left'
  requestedAt: Date
  confirmedAt: Date | null
  leftAt: Date | null
}

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
const FILTERS: Record<string, SQL> = {
  subscribed: sql`n.state = 'subscribed'`,
  asked: sql`n.state = 'asked'`,
  left: sql`n.state = 'left'`,
}

export async function listSubscribers(ctx: Context, query: ListQuery): Promise<ListPage<Subscriber>> {
  requireRole(canViewProfiles, ctx.actor)
  const filter = FILTERS[query.filter ?? ''] ?? sql`true`
  const matchesSearch = query.search ? textContains(sql`n.email`, query.search) : sql`true`
  return listPage(SORTS[query.sort ?? ''] ?? NEWEST, query, async ({ cursorCondition, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<SubscriberRow>(sql`
      select n.id, n.email, n.state, n.asked_at as "requestedAt", n.confirmed_at as "confirmedAt", n.left_at as "leftAt"
      from newsletter_subscribers n
      where ${cursorCondition} and ${filter} and ${matchesSearch} order by ${orderBy} limit ${limit}`)
    return rows.map(({ requestedAt, confirmedAt, leftAt, ...row }) => ({
      ...row,
      requestedAt: new Date(requestedAt),
      confirmedAt: confirmedAt === null ? null : new Date(confirmedAt),
      leftAt: leftAt === null ? null : new Date(leftAt),
    }))
  })
}

type SubscriberRow = Omit<Subscriber, 'requestedAt' | 'confirmedAt' | 'leftAt'> & {
  requestedAt: string
  confirmedAt: string | null
  leftAt: string | null
}
