import type { Context } from '#core/context.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Profile, Role } from '../account.ts'
import { changeRole } from '../roles.server.ts'
import { type OwnerProof, verifyOwner } from './verify-owner.server.ts'

/** The administrator's password or passkey keeps someone at an unlocked computer from giving the store away. */
export async function changeRoleAsOwner(
  ctx: Context,
  change: { id: string; role: Role },
  proof: OwnerProof,
): Promise<Profile> {
  requirePermission(ctx.actor, 'staff.edit')
  await verifyOwner(ctx, proof)
  return changeRole(ctx, change)
}
