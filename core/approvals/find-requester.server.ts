import { z } from 'zod'
import { canAccessAdmin } from '#core/permissions/policy.ts'
import { STAFF_ROLES } from '#core/permissions/staff-roles.ts'
import { query } from '#db/sql.ts'
import { ROLES } from '../accounts/account.ts'
import type { Context, SignedInActor } from '../context.ts'

/** The approved action runs with the permissions that its requester has now. Undefined if they have left the staff. */
export async function findRequester({ db, now }: Context, id: string): Promise<SignedInActor | undefined> {
  const [profile] = await query(db, Requester)`
    select id, email, role, staff_role as "staffRole", full_name as "fullName"
    from profiles where id = ${id} and blocked_at is null`
  if (!profile) return undefined
  const actor: SignedInActor = { kind: 'user', ...profile, sessionId: '', expiresAt: now }
  return canAccessAdmin(actor) ? actor : undefined
}

const Requester = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  staffRole: z.enum(STAFF_ROLES).nullable(),
  fullName: z.string().nullable(),
})
