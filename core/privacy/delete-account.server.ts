import { isStaff, requireSignedIn, SIGN_IN_REQUIRED } from '#core/permissions/policy.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { isDesignatedAdmin } from '../accounts/account.server.ts'
import { accountLinks, enqueueAccountEmail } from '../accounts/account-email.server.ts'
import { lockAdmins, requireRemainingAdmin } from '../accounts/roles.server.ts'
import { logSecurityEvent } from '../accounts/security/security-events.server.ts'
import { type OwnerProof, verifyOwner } from '../accounts/security/verify-owner.server.ts'
import { emailOwners } from '../accounts/staff/email-owners.server.ts'
import { endStaffAccess } from '../accounts/staff/staff-access.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context, SignedInActor } from '../context.ts'
import { accountDeletedEmail } from '../email/account-emails.ts'
import { staffRemovedEmail } from '../email/staff-emails.ts'
import { Refusal } from '../errors.ts'
import { eraseAccount, findOpenOrder, findOpenReturn } from './erase-person.server.ts'
import { RETAINED_AFTER_ERASURE } from './personal-data.ts'

/** In one transaction: after a crash half way, the account is as it was. */
export async function deleteMyAccount(ctx: Context, proof: OwnerProof): Promise<void> {
  const actor = requireSignedIn(ctx.actor)
  await verifyOwner(ctx, proof).catch(async (error) => {
    // Another tab may have deleted the account meanwhile.
    await lockAccount(ctx.db, actor.id)
    throw error
  })
  if (isDesignatedAdmin(ctx, actor.email)) {
    throw new Refusal(
      'conflict',
      'You can’t delete the designated administrator’s account. Change ADMIN_EMAIL first.',
    )
  }
  await ctx.db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    await lockAccount(tx, actor.id)
    if (admins.some(({ id }) => id === actor.id)) requireRemainingAdmin(ctx, admins, actor.id)
    await refuseOpenOrders(tx, actor)
    await refuseOpenReturns(tx, actor)
    await writeAudit(ctx, { action: 'account-deleted', subject: actor.id }, tx)
    await endStaffAccess(ctx, tx, actor.id, [])
    await eraseAccount(tx, actor)
    await enqueueAccountEmail(ctx, tx, actor.email, accountDeletedEmail, RETAINED_AFTER_ERASURE)
    if (!isStaff(actor)) return
    const removal = { email: actor.email, by: actor.email, link: accountLinks.staff(ctx) }
    await emailOwners(ctx, tx, staffRemovedEmail, removal)
  })
  logSecurityEvent(ctx, { action: 'account-deletion', account: actor.id })
}

/** Another tab that deletes the account waits here, and so does an order that is being placed. */
async function lockAccount(tx: Db, id: string): Promise<void> {
  const locked = await execute(tx)`select id from profiles where id = ${id} for update`
  if (!locked) throw new Refusal('unauthenticated', SIGN_IN_REQUIRED)
}

async function refuseOpenOrders(tx: Db, actor: SignedInActor): Promise<void> {
  const order = await findOpenOrder(tx, actor)
  if (!order) return
  throw new Refusal(
    'conflict',
    order.isPaid
      ? `Order #${order.number} hasn’t shipped yet. Cancel it, or delete your account once it has shipped.`
      : `Order #${order.number} is waiting for its payment. Cancel it first, or try again in an hour.`,
  )
}

async function refuseOpenReturns(tx: Db, actor: SignedInActor): Promise<void> {
  const reference = await findOpenReturn(tx, actor)
  if (!reference) return
  throw new Refusal(
    'conflict',
    `Your return ${reference} is still open, and we need your details to refund it. Delete your account once it’s complete.`,
  )
}
