import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../pagination.ts'
import { type Profile, ROLES } from './account.ts'
import { canViewProfiles, requireRole } from './policy.ts'

export const ProfileRow: z.ZodType<Profile> = z.strictObject({
  id: z.string(),
  email: z.string(),
  fullName: z.string().nullable(),
  phone: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  role: z.enum(ROLES),
  blockedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})

export const PROFILE_COLUMNS = sql`id, email, full_name as "fullName", phone, date_of_birth as "dateOfBirth", role,
  blocked_at as "blockedAt", created_at as "createdAt", updated_at as "updatedAt"`

const byCreatedAt = {
  column: sql`created_at`,
  id: sql`id`,
  type: 'timestamptz',
  toCursor: ({ createdAt, id }: Profile) => ({ value: createdAt.toISOString(), id }),
} as const
const SORT_ORDERS = {
  newest: { ...byCreatedAt, descending: true },
  oldest: byCreatedAt,
  email: {
    column: sql`email`,
    id: sql`id`,
    type: 'text',
    toCursor: ({ email, id }: Profile) => ({ value: email, id }),
  },
} satisfies Record<string, SortOrder<Profile>>
export const PROFILE_SORTS = ['newest', 'oldest', 'email'] as const

export async function listProfiles(ctx: Context, list: ListQuery): Promise<ListPage<Profile>> {
  requireRole(canViewProfiles, ctx.actor)
  const sort = PROFILE_SORTS.find((option) => option === list.sort) ?? 'newest'
  return listPage<Profile>(SORT_ORDERS[sort], list, ({ cursorCondition, orderBy, limit }) => {
    const conditions = [
      cursorCondition,
      ...(list.filter === 'admin' ? [sql`role = 'admin'`] : []),
      ...(list.filter === 'blocked' ? [sql`blocked_at is not null`] : []),
      ...(list.search ? [textContains(SEARCHED_TEXT, list.search)] : []),
    ]
    return selectProfiles(
      ctx.db,
      sql`where ${sql.join(conditions, ' and ')} order by ${orderBy} limit ${limit}`,
      { prepare: false },
    )
  })
}

// Must match the expression of its index.
const SEARCHED_TEXT = sql`lower(email || ' ' || coalesce(full_name, ''))`

export async function findProfile(db: Db, id: string): Promise<Profile | undefined> {
  const [profile] = await selectProfiles(db, sql`where id = ${id}`)
  return profile
}

function selectProfiles(db: Db, conditions: Sql, options?: { prepare: boolean }): Promise<Profile[]> {
  return query(db, ProfileRow, sql`select ${PROFILE_COLUMNS} from profiles ${conditions}`, options)
}
