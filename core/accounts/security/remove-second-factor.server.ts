import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { secondFactorRemovedEmail } from '#core/email/account-emails.ts'
import { Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute } from '#db/sql.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { findProfile } from '../profiles.server.ts'
import { endAllSessions } from '../sessions/end-sessions.server.ts'
import { isSecondFactorEnabled } from './second-factor-codes.server.ts'
import { withSecurityEvent } from './security-events.server.ts'
import { type OwnerProof, verifyOwner } from './verify-owner.server.ts'

export async function hasSecondFactor(ctx: Context, profileId: string): Promise<boolean> {
  requirePermission(ctx.actor, 'staff.edit')
  return isSecondFactorEnabled(ctx.db, profileId)
}

/** For someone who lost their phone and their recovery codes. Only an owner can do it, and the person gets an email. */
export async function removeSecondFactor(ctx: Context, id: string, proof: OwnerProof): Promise<void> {
  const actor = requirePermission(ctx.actor, 'staff.edit')
  if (actor.id === id)
    throw new Refusal('conflict', 'Turn off your own two-step sign-in under “Sign-in and security”.')
  await verifyOwner(ctx, proof, { allFactors: true })
  await withSecurityEvent(ctx, { action: 'second-factor-removed', account: id }, () =>
    staffTransaction(ctx, 'staff.edit', async (tx) => {
      const profile = await findProfile(tx, id)
      if (!profile) throw new Refusal('not_found', 'Customer not found.')
      const removed = await execute(tx)`delete from auth_two_factors where user_id = ${id} and verified`
      if (!removed) throw new Refusal('conflict', 'This account doesn’t use two-step sign-in.')
      await execute(tx)`update auth_users set two_factor_enabled = false, updated_at = now() where id = ${id}`
      await endAllSessions(tx, id)
      await writeAudit(ctx, { action: 'second-factor-removed', subject: id }, tx)
      const details = { when: ctx.now, link: accountLinks.sessions(ctx) }
      await enqueueAccountEmail(ctx, tx, profile.email, secondFactorRemovedEmail, details)
    }),
  )
}
