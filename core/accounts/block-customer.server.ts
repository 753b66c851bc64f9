import { requirePermission } from '#core/permissions/permissions.ts'
import { isStaff } from '#core/permissions/policy.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { staffRemovedEmail } from '../email/staff-emails.ts'
import { Refusal } from '../errors.ts'
import { isDesignatedAdmin } from './account.server.ts'
import { accountLinks } from './account-email.server.ts'
import { findProfile } from './profiles.server.ts'
import { logSecurityEvent } from './security/security-events.server.ts'
import { type OwnerProof, requireOwnerProof } from './security/verify-owner.server.ts'
import { actorName, emailOwners } from './staff/email-owners.server.ts'
import { endStaffAccess } from './staff/staff-access.server.ts'

export const CANNOT_BLOCK_ADMIN = 'You can’t block an administrator. Change their role to User first.'

export async function blockCustomer(ctx: Context, id: string): Promise<void> {
  await staffTransaction(ctx, 'customers.edit', async (tx) => {
    const profile = await findProfile(tx, id)
    if (!profile) throw new Refusal('not_found', 'Customer not found.')
    if (profile.role === 'admin' || isDesignatedAdmin(ctx, profile.email))
      throw new Refusal('conflict', CANNOT_BLOCK_ADMIN)
    if (isStaff(profile)) requirePermission(ctx.actor, 'staff.edit')
    // Waits for the lock of a concurrent sign-in, whose session then ends too.
    const changed = await execute(tx)`
      update profiles set blocked_at = now(), updated_at = now()
      where id = ${id} and role = 'user' and blocked_at is null`
    await endStaffAccess(ctx, tx, id, [])
    if (!changed) return
    await writeAudit(ctx, { action: 'customer-blocked', subject: id }, tx)
    if (!isStaff(profile)) return
    const removal = { email: profile.email, by: actorName(ctx), link: accountLinks.staff(ctx) }
    await emailOwners(ctx, tx, staffRemovedEmail, removal)
  })
  logSecurityEvent(ctx, { action: 'sessions-ended', account: id })
}

/** Unblocking a member of the staff lets them into the back office again. */
export async function unblockCustomer(ctx: Context, id: string, proof: OwnerProof): Promise<void> {
  requirePermission(ctx.actor, 'customers.edit')
  const blocked = await findProfile(ctx.db, id)
  if (blocked && isStaff(blocked)) {
    requirePermission(ctx.actor, 'staff.edit')
    await requireOwnerProof(ctx, proof)
  }
  await staffTransaction(ctx, 'customers.edit', async (tx) => {
    const profile = await findProfile(tx, id)
    if (profile && isStaff(profile)) requirePermission(ctx.actor, 'staff.edit')
    const changed = await execute(tx)`
      update profiles set blocked_at = null, updated_at = now() where id = ${id} and blocked_at is not null`
    if (changed) await writeAudit(ctx, { action: 'customer-unblocked', subject: id }, tx)
  })
}
