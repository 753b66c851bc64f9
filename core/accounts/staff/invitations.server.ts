import { z } from 'zod'
import { findApprovalRules, requireApproval } from '#core/approval-rules/approval-rules.server.ts'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { staffInvitationEmail } from '#core/email/staff-emails.ts'
import { Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { requirePermission, requirePersonWith } from '#core/permissions/permissions.ts'
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#core/permissions/staff-roles.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { type OwnerProof, requireOwnerProof } from '../security/verify-owner.server.ts'
import { hashToken, newToken } from '../sessions/tokens.ts'
import { canEmail } from '../sign-in/rate-limit.server.ts'

export const INVITATION_DAYS = 7
export const MAX_INVITATIONS = 100

const StaffInvitation = z.strictObject({
  id: z.string(),
  email: z.string(),
  staffRole: z.enum(STAFF_ROLES),
  invitedBy: z.string().nullable(),
  createdAt: z.date(),
  expiresAt: z.date(),
})
export type StaffInvitation = z.infer<typeof StaffInvitation>

/** Newest first. */
export async function listInvitations(ctx: Context): Promise<StaffInvitation[]> {
  requirePermission(ctx.actor, 'staff.edit')
  return query(ctx.db, StaffInvitation)`
    select i.id, i.email, i.staff_role as "staffRole", p.email as "invitedBy", i.created_at as "createdAt",
      i.expires_at as "expiresAt"
    from staff_invitations i left join profiles p on p.id = i.invited_by
    order by i.created_at desc, i.id limit ${MAX_INVITATIONS}`
}

/** The answer is the same whether the address has an account. Inviting someone again replaces the earlier invitation. */
export async function inviteStaff(
  ctx: Context,
  { email, staffRole }: { email: string; staffRole: StaffRole },
  proof: OwnerProof,
): Promise<void> {
  requirePersonWith(ctx.actor, 'staff.edit')
  await requireOwnerProof(ctx, proof)
  await staffTransaction(ctx, 'staff.edit', async (tx) => {
    await refuseStaffMember(tx, email)
    await requireRoom(tx, email)
    await requireApproval(
      { ...ctx, db: tx },
      {
        action: 'invite-staff',
        subject: 'staff',
        payload: { email, staffRole },
        changes: [{ label: 'Invitation', after: `${email}, ${STAFF_ROLE_NAMES[staffRole]}` }],
      },
    )
    const id = await saveInvitation(ctx, tx, { email, staffRole })
    await writeAudit(ctx, { action: 'staff-invited', subject: id, after: { role: staffRole } }, tx)
  })
}

export async function resendInvitation(ctx: Context, id: string, proof: OwnerProof): Promise<void> {
  requirePersonWith(ctx.actor, 'staff.edit')
  await requireOwnerProof(ctx, proof)
  await staffTransaction(ctx, 'staff.edit', async (tx) => {
    const [invitation] = await query(tx, InvitedPerson)`
      select email, staff_role as "staffRole" from staff_invitations where id = ${id} for update`
    if (!invitation) throw invitationGone()
    // A new link lasts longer than what a second person has approved.
    if ((await findApprovalRules({ ...ctx, db: tx })).roleChanges) throw new Refusal('conflict', INVITE_AGAIN)
    await saveInvitation(ctx, tx, invitation)
    await writeAudit(ctx, { action: 'staff-invited', subject: id, after: { role: invitation.staffRole } }, tx)
  })
}

export async function revokeInvitation(ctx: Context, id: string): Promise<void> {
  await staffTransaction(ctx, 'staff.edit', async (tx) => {
    const deleted = await execute(tx)`delete from staff_invitations where id = ${id}`
    if (!deleted) throw invitationGone()
    await writeAudit(ctx, { action: 'staff-invitation-revoked', subject: id }, tx)
  })
}

const INVITE_AGAIN =
  'Invitations need a second person’s approval. Invite this person again instead, and say why it’s needed.'

const InvitedPerson = StaffInvitation.pick({ email: true, staffRole: true })

async function refuseStaffMember(tx: Db, email: string): Promise<void> {
  const [isStaff] = await queryColumn(tx, z.boolean())`
    select exists (select from profiles where email = ${email} and (role = 'admin' or staff_role is not null))`
  if (!isStaff) return
  const message = 'This person already has a role. Change it in the list of staff.'
  throw new Refusal('conflict', message, { email: message })
}

async function requireRoom(tx: Db, email: string): Promise<void> {
  const [others = 0] = await queryColumn(tx, z.int())`
    select count(*)::int from staff_invitations where email <> ${email}`
  if (others < MAX_INVITATIONS) return
  const message = `There are ${MAX_INVITATIONS} open invitations. Revoke one first.`
  throw new Refusal('conflict', message, { email: message })
}

async function saveInvitation(
  ctx: Context,
  tx: Db,
  { email, staffRole }: z.infer<typeof InvitedPerson>,
): Promise<string> {
  if (!(await canEmail(ctx, email, 'invitation'))) {
    const message = 'This address has been invited several times in the last hour. Try again later.'
    throw new Refusal('too_often', message, { email: message })
  }
  const actor = requirePersonWith(ctx.actor, 'staff.edit')
  const token = newToken()
  const [id] = await queryColumn(tx, z.string())`
    insert into staff_invitations (id, email, staff_role, token_hash, invited_by, created_at, expires_at)
    values (${newId('invitation')}, ${email}, ${staffRole}, ${hashToken(token)}, ${actor.id}, ${ctx.now},
      ${ctx.now}::timestamptz + ${INVITATION_DAYS} * interval '1 day')
    on conflict (email) do update set staff_role = excluded.staff_role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, expires_at = excluded.expires_at
    returning id`
  if (!id) throw new Error('The invitation was not saved')
  const invitation = {
    role: STAFF_ROLE_NAMES[staffRole],
    by: actor.email,
    days: INVITATION_DAYS,
    link: accountLinks.invitation(ctx, token),
  }
  await enqueueAccountEmail(ctx, tx, email, staffInvitationEmail, invitation)
  return id
}

export function invitationGone(): Refusal {
  return new Refusal('not_found', 'This invitation was accepted or revoked. Load the list again.')
}
