import type { Context } from '#core/context.ts'
import type { Profile, Role } from '../account.ts'
import { requirePermission } from '../permissions.ts'
import { changeRole } from '../roles.server.ts'
import { verifyOwner } from './verify-owner.server.ts'

/** The administrator's password keeps someone at an unlocked computer from giving the store away. */
export async function changeRoleWithPassword(
  ctx: Context,
  { password, ...change }: { id: string; role: Role; password: string },
): Promise<Profile> {
  requirePermission(ctx.actor, 'staff.edit')
  await verifyOwner(ctx, { password })
  return changeRole(ctx, change)
}
