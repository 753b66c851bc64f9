import { requireSignedIn } from '#core/permissions/policy.ts'
import { execute, sql } from '#db/sql.ts'
import type { Profile } from '../accounts/account.ts'
import { findProfile } from '../accounts/profiles.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { ProfileChange } from './profile.ts'

export async function readProfile(ctx: Context): Promise<Profile> {
  const profile = await findProfile(ctx.db, requireSignedIn(ctx.actor).id)
  if (!profile) throw new Refusal('not_found', 'This account no longer exists.')
  return profile
}

export async function updateProfile(ctx: Context, change: ProfileChange): Promise<Profile> {
  const { id } = requireSignedIn(ctx.actor)
  const { full_name: fullName, phone, date_of_birth: dateOfBirth } = change
  const assignments = [
    sql`updated_at = ${ctx.now}`,
    fullName === undefined ? [] : sql`full_name = ${fullName}`,
    phone === undefined ? [] : sql`phone = ${phone}`,
    dateOfBirth === undefined ? [] : sql`date_of_birth = ${dateOfBirth}`,
  ].flat()
  await execute(ctx.db)`update profiles set ${sql.join(assignments, ', ')} where id = ${id}`
  return readProfile(ctx)
}
