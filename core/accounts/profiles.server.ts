import { z } from 'zod'
import { selectFields } from '#core/fields/field-columns.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '../pagination.ts'
import { recordListRead } from '../personal-reads/record-read.server.ts'
import { Profile } from './account.ts'
import { PROFILE_FIELDS } from './profile-fields.ts'

export const PROFILE_COLUMNS = sql`id, email, ${selectFields(PROFILE_FIELDS, 'profiles')}, role,
  staff_role as "staffRole", blocked_at as "blockedAt", created_at as "createdAt", updated_at as "updatedAt"`

const byCreatedAt = sortBy('createdAt', sql`created_at`, 'timestamptz', sql`id`)
const byEmail = sortBy('email', sql`email`, 'text', sql`id`)
const SORTS = {
  newest: { ...byCreatedAt, descending: true },
  oldest: byCreatedAt,
  email: byEmail,
  'email-down': { ...byEmail, descending: true },
}
export const PROFILE_SORTS = ['newest', 'oldest', 'email', 'email-down'] as const

const ListedProfile = Profile.extend({ tags: z.array(z.string()) })
export type ListedProfile = z.infer<typeof ListedProfile>

export async function listProfiles(ctx: Context, list: ListQuery): Promise<ListPage<ListedProfile>> {
  requirePermission(ctx.actor, 'customers.view')
  const { tag } = list
  const page = await listRows(ctx.db, ListedProfile, list, {
    select: sql`select ${PROFILE_COLUMNS}, (select coalesce(json_agg(t.tag order by lower(t.tag)), '[]')
      from customer_tags t where t.profile_id = profiles.id) as tags from profiles`,
    condition: tag
      ? sql`exists (select from customer_tags t where t.profile_id = profiles.id and lower(t.tag) = lower(${tag}))`
      : undefined,
    sorts: SORTS,
    filters: { admin: sql`role = 'admin'`, blocked: sql`blocked_at is not null` },
    searchText: SEARCHED_TEXT,
  })
  return recordListRead(ctx, 'customers', list, page)
}

// Must match the expression of its index.
const SEARCHED_TEXT = sql`lower(email || ' ' || coalesce(full_name, ''))`

export async function findProfile(db: Db, id: string): Promise<Profile | undefined> {
  const [profile] = await query(db, Profile)`select ${PROFILE_COLUMNS} from profiles where id = ${id}`
  return profile
}
