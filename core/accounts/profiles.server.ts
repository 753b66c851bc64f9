import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../pagination.ts'
import type { Profile } from './account.ts'
import { profiles } from './accounts.table.ts'
import { canViewProfiles, requireRole } from './policy.ts'

export const PROFILE_COLUMNS = {
  id: profiles.id,
  email: profiles.email,
  fullName: profiles.fullName,
  phone: profiles.phone,
  dateOfBirth: profiles.dateOfBirth,
  role: profiles.role,
  blockedAt: profiles.blockedAt,
  createdAt: profiles.createdAt,
  updatedAt: profiles.updatedAt,
}

const byCreatedAt = {
  column: sql`${profiles.createdAt}`,
  id: sql`${profiles.id}`,
  type: 'timestamptz',
  toCursor: ({ createdAt, id }: Profile) => ({ value: createdAt.toISOString(), id }),
} as const
const SORT_ORDERS = {
  newest: { ...byCreatedAt, descending: true },
  oldest: byCreatedAt,
  email: {
    column: sql`${profiles.email}`,
    id: sql`${profiles.id}`,
    type: 'text',
    toCursor: ({ email, id }: Profile) => ({ value: email, id }),
  },
} satisfies Record<string, SortOrder<Profile>>
export const PROFILE_SORTS = ['newest', 'oldest', 'email'] as const

export async function listProfiles(ctx: Context, query: ListQuery): Promise<ListPage<Profile>> {
  requireRole(canViewProfiles, ctx.actor)
  const sort = PROFILE_SORTS.find((option) => option === query.sort) ?? 'newest'
  return listPage<Profile>(SORT_ORDERS[sort], query, ({ cursorCondition, orderBy, limit }) =>
    ctx.db
      .select(PROFILE_COLUMNS)
      .from(profiles)
      .where(
        and(
          cursorCondition,
          query.filter === 'admin' ? eq(profiles.role, 'admin') : undefined,
          query.filter === 'blocked' ? isNotNull(profiles.blockedAt) : undefined,
          query.search ? textContains(SEARCHED_TEXT, query.search) : undefined,
        ),
      )
      .orderBy(orderBy)
      .limit(limit),
  )
}

// Must match the expression of its index.
const SEARCHED_TEXT = sql`lower(${profiles.email} || ' ' || coalesce(${profiles.fullName}, ''))`

export async function findProfile(db: Db, id: string): Promise<Profile | undefined> {
  const [profile] = await db.select(PROFILE_COLUMNS).from(profiles).where(eq(profiles.id, id))
  return profile
}
