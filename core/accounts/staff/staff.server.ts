import { z } from 'zod'
import type { ApprovalAction } from '#core/approval-rules/approval.ts'
import { requireApproval } from '#core/approval-rules/approval-rules.server.ts'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { staffRemovedEmail, staffRoleChangedEmail } from '#core/email/staff-emails.ts'
import { Refusal } from '#core/errors.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { ROLE_PERMISSIONS, requirePermission, requirePersonWith } from '#core/permissions/permissions.ts'
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#core/permissions/staff-roles.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, sql } from '#db/sql.ts'
import { ROLES } from '../account.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { findProfile } from '../profiles.server.ts'
import { withSecurityEvent } from '../security/security-events.server.ts'
import { type OwnerProof, requireOwnerProof } from '../security/verify-owner.server.ts'
import { emailOwners } from './email-owners.server.ts'
import { endStaffAccess } from './staff-access.server.ts'

const StaffMember = z.strictObject({
  id: z.string(),
  email: z.string(),
  fullName: z.string().nullable(),
  role: z.enum(ROLES),
  staffRole: z.enum(STAFF_ROLES).nullable(),
  hasSecondFactor: z.boolean(),
  lastSignInAt: z.date().nullable(),
  createdAt: z.date(),
})
export type StaffMember = z.infer<typeof StaffMember>

const byCreatedAt = sortBy('createdAt', sql`p.created_at`, 'timestamptz', sql`p.id`)

/** The last sign-in is the newest session that has not ended. */
export async function listStaff(ctx: Context, list: ListQuery): Promise<ListPage<StaffMember>> {
  requirePermission(ctx.actor, 'staff.edit')
  return listRows(ctx.db, StaffMember, list, {
    select: sql`select p.id, p.email, p.full_name as "fullName", p.role, p.staff_role as "staffRole",
        exists (select from auth_two_factors f where f.user_id = p.id and f.verified)
          or exists (select from auth_passkeys k where k.user_id = p.id) as "hasSecondFactor",
        (select max(s.created_at) from auth_sessions s where s.user_id = p.id) as "lastSignInAt",
        p.created_at as "createdAt"
      from profiles p`,
    sorts: { oldest: byCreatedAt, newest: { ...byCreatedAt, descending: true } },
    condition: sql`(p.role = 'admin' or p.staff_role is not null)`,
  })
}

type StaffRoleChange = { id: string; staffRole: StaffRole | null }

/** Null removes the person from the staff. Ends their sessions, and what they could still use, and emails them. */
export async function changeStaffRole(
  ctx: Context,
  { id, staffRole }: StaffRoleChange,
  proof: OwnerProof,
): Promise<void> {
  const actor = requirePersonWith(ctx.actor, 'staff.edit')
  await requireOwnerProof(ctx, proof)
  await withSecurityEvent(ctx, { action: 'role-change', account: id }, () =>
    staffTransaction(ctx, 'staff.edit', async (tx) => {
      await execute(tx)`select id from profiles where id = ${id} for update`
      const before = await findProfile(tx, id)
      if (!before || (before.role === 'user' && !before.staffRole))
        throw new Refusal('not_found', 'This person is no longer on the staff.')
      if (before.role === 'admin') throw new Refusal('conflict', CHANGE_OWNERS_ELSEWHERE)
      if (before.staffRole === staffRole) return
      await requireApproval({ ...ctx, db: tx }, toApprovalAction(id, before.staffRole, staffRole))
      await execute(tx)`
        update profiles set staff_role = ${staffRole}, updated_at = ${ctx.now} where id = ${id}`
      const change = { before: { staffRole: before.staffRole }, after: { staffRole } }
      await writeAudit(ctx, { action: 'role-changed', subject: id, ...change }, tx)
      await endStaffAccess(ctx, tx, id, staffRole ? ROLE_PERMISSIONS[staffRole] : [])
      const role = staffRole && STAFF_ROLE_NAMES[staffRole]
      const link = accountLinks.signIn(ctx)
      await enqueueAccountEmail(ctx, tx, before.email, staffRoleChangedEmail, { role, by: actor.email, link })
      if (staffRole) return
      const removal = { email: before.email, by: actor.email, link: accountLinks.staff(ctx) }
      await emailOwners(ctx, tx, staffRemovedEmail, removal)
    }),
  )
}

function toApprovalAction(id: string, before: StaffRole | null, staffRole: StaffRole | null): ApprovalAction {
  const name = (role: StaffRole | null) => (role ? STAFF_ROLE_NAMES[role] : 'No role')
  return {
    action: 'change-role',
    subject: id,
    payload: { before, staffRole },
    changes: [{ label: 'Role', before: name(before), after: name(staffRole) }],
  }
}

const CHANGE_OWNERS_ELSEWHERE = 'This person is an administrator. Change that under User Management.'
