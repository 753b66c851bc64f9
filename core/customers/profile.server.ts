import { requireSignedIn } from '#core/permissions/policy.ts'
import { execute, sql } from '#db/sql.ts'
import type { Profile } from '../accounts/account.ts'
import { PROFILE_FIELDS } from '../accounts/profile-fields.ts'
import { findProfile } from '../accounts/profiles.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { assignments } from '../fields/field-columns.server.ts'
import type { ProfileChange } from './profile.ts'

export async function readProfile(ctx: Context): Promise<Profile> {
  const profile = await findProfile(ctx.db, requireSignedIn(ctx.actor).id)
  if (!profile) throw new Refusal('not_found', 'This account no longer exists.')
  return profile
}

export async function updateProfile(ctx: Context, change: ProfileChange): Promise<Profile> {
  const { id } = requireSignedIn(ctx.actor)
  const changes = [sql`updated_at = ${ctx.now}`, ...assignments(PROFILE_FIELDS, change)]
  await execute(ctx.db)`update profiles set ${sql.join(changes, ', ')} where id = ${id}`
  return readProfile(ctx)
}
