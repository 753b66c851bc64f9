import type { Context } from '#core/context.ts'
import type { Profile, Role } from '../account.ts'
import { canChangeRoles, requireRole } from '../policy.ts'
import { changeRole } from '../roles.server.ts'
import { type OwnerProof, verifyOwner } from './verify-owner.server.ts'

/** The administrator's password or passkey keeps someone at an unlocked computer from giving the store away. */
export async function changeRoleAsOwner(
  ctx: Context,
  change: { id: string; role: Role },
  proof: OwnerProof,
): Promise<Profile> {
  requireRole(canChangeRoles, ctx.actor)
  await verifyOwner(ctx, proof)
  return changeRole(ctx, change)
}
