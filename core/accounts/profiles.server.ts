import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { type Asked, holds, type Listed, listPage, type Order } from '../listing.ts'
import type { Profile } from './account.ts'
import { profiles } from './accounts.table.ts'
import { insist, maySeeProfiles } from './policy.ts'

export const PROFILE = {
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

const byMoment = {
  by: sql`${profiles.createdAt}`,
  id: sql`${profiles.id}`,
  as: 'timestamptz',
  at: ({ createdAt, id }: Profile) => ({ value: createdAt.toISOString(), id }),
} as const
const ORDERS = {
  newest: { ...byMoment, down: true },
  oldest: byMoment,
  email: {
    by: sql`${profiles.email}`,
    id: sql`${profiles.id}`,
    as: 'text',
    at: ({ email, id }: Profile) => ({ value: email, id }),
  },
} satisfies Record<string, Order<Profile>>
export const PROFILE_SORTS = ['newest', 'oldest', 'email'] as const

/** Everybody, the newest first unless asked otherwise. */
export async function listProfiles(ctx: Context, asked: Asked): Promise<Listed<Profile>> {
  insist(maySeeProfiles, ctx.actor)
  const sort = PROFILE_SORTS.find((known) => known === asked.sort) ?? 'newest'
  return listPage<Profile>(ORDERS[sort], asked, ({ within, orderBy, limit }) =>
    ctx.db
      .select(PROFILE)
      .from(profiles)
      .where(
        and(
          within,
          asked.filter === 'admin' ? eq(profiles.role, 'admin') : undefined,
          asked.filter === 'blocked' ? isNotNull(profiles.blockedAt) : undefined,
          asked.search ? holds(FOUND, asked.search) : undefined,
        ),
      )
      .orderBy(orderBy)
      .limit(limit),
  )
}

// As its index has it.
const FOUND = sql`lower(${profiles.email} || ' ' || coalesce(${profiles.fullName}, ''))`

export async function findProfile(db: Db, id: string): Promise<Profile | undefined> {
  const [profile] = await db.select(PROFILE).from(profiles).where(eq(profiles.id, id))
  return profile
}
