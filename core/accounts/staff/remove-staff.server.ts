import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { isStaff } from '#core/permissions/policy.ts'
import type { Profile } from '../account.ts'
import { findProfile } from '../profiles.server.ts'
import { changeRole } from '../roles.server.ts'
import type { OwnerProof } from '../security/verify-owner.server.ts'
import { changeStaffRole } from './staff.server.ts'
import { findStaffAccess, type StaffAccess } from './staff-access.server.ts'

export type StaffRemoval = { profile: Profile; access: StaffAccess }

/** What a removal will end, before it is confirmed. */
export async function findStaffRemoval(ctx: Context, id: string): Promise<StaffRemoval> {
  return { profile: await requireStaffMember(ctx, id), access: await findStaffAccess(ctx, id) }
}

/** Removes an owner or a member of the staff. Their account and orders as a customer remain. */
export async function removeStaffMember(ctx: Context, id: string, proof: OwnerProof): Promise<void> {
  const { role } = await requireStaffMember(ctx, id)
  if (role === 'admin') await changeRole(ctx, { id, role: 'user' }, proof)
  else await changeStaffRole(ctx, { id, staffRole: null }, proof)
}

async function requireStaffMember(ctx: Context, id: string): Promise<Profile> {
  requirePermission(ctx.actor, 'staff.edit')
  const profile = await findProfile(ctx.db, id)
  if (!profile || !isStaff(profile)) throw new Refusal('not_found', 'This person is no longer on the staff.')
  return profile
}
