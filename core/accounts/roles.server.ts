import { z } from 'zod'
import type { ApprovalAction } from '#core/approval-rules/approval.ts'
import { requireApproval } from '#core/approval-rules/approval-rules.server.ts'
import { PERMISSIONS, requirePermission } from '#core/permissions/permissions.ts'
import { ADMINS_ONLY, requireSignedIn } from '#core/permissions/policy.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { roleChangedEmail } from '../email/account-emails.ts'
import { Refusal } from '../errors.ts'
import { isDesignatedAdmin } from './account.server.ts'
import { Profile, type Role } from './account.ts'
import { accountLinks, enqueueAccountEmail } from './account-email.server.ts'
import { findProfile, PROFILE_COLUMNS } from './profiles.server.ts'
import { withSecurityEvent } from './security/security-events.server.ts'
import { type OwnerProof, requireOwnerProof } from './security/verify-owner.server.ts'
import { endStaffAccess } from './staff/staff-access.server.ts'

export const CANNOT_DEMOTE_DESIGNATED =
  'You can’t remove the designated administrator’s role. Change ADMIN_EMAIL first.'
export const CANNOT_PROMOTE_BLOCKED =
  'This customer is blocked. Unblock them before making them an administrator.'
export const CANNOT_REMOVE_LAST_ADMIN =
  'This is the last administrator. Make someone else an administrator first.'

type RoleAssignment = { id: string; role: Role }

/** Ends the sessions of the person whose role changes, and what they could still use without it. Emails them and all administrators. */
export async function changeRole(
  ctx: Context,
  { id, role }: RoleAssignment,
  proof: OwnerProof,
): Promise<Profile> {
  requirePermission(ctx.actor, 'staff.edit')
  await requireOwnerProof(ctx, proof)
  return withSecurityEvent(ctx, { action: 'role-change', account: id }, () => saveRole(ctx, { id, role }))
}

async function saveRole(ctx: Context, { id, role }: RoleAssignment): Promise<Profile> {
  const actor = requireSignedIn(ctx.actor)
  return ctx.db.transaction(async (tx) => {
    const { before, admins } = await requireAllowedChange(ctx, tx, { id, role })
    if (before.role === role) return before
    await requireApproval({ ...ctx, db: tx }, toApprovalAction(before, role))
    const [after] = await query(tx, Profile)`
      update profiles set role = ${role}, staff_role = null, updated_at = now() where id = ${id} returning ${PROFILE_COLUMNS}`
    if (!after) throw new Error('Profile was deleted before its role changed')
    const record = { action: 'role-changed', subject: id, before: { role: before.role }, after: { role } }
    await writeAudit(ctx, record, tx)
    await endStaffAccess(ctx, tx, id, role === 'admin' ? PERMISSIONS : [])
    await emailAdmins(ctx, tx, [...admins, after], { email: after.email, role, by: actor.email })
    return after
  })
}

function toApprovalAction({ id, role: before }: Profile, role: Role): ApprovalAction {
  return {
    action: 'change-role',
    subject: id,
    payload: { before, role },
    changes: [{ label: 'Role', before: ROLE_NAMES[before], after: ROLE_NAMES[role] }],
  }
}

const ROLE_NAMES: Record<Role, string> = { user: 'User', admin: 'Admin' }

/** Refuses what `changeRole` would refuse, before a page asks for the password. */
export async function checkRoleChange(ctx: Context, change: RoleAssignment): Promise<void> {
  requirePermission(ctx.actor, 'staff.edit')
  await ctx.db.transaction((tx) => requireAllowedChange(ctx, tx, change))
}

async function requireAllowedChange(ctx: Context, tx: Db, { id, role }: RoleAssignment) {
  const actor = requirePermission(ctx.actor, 'staff.edit')
  // Locks all administrators: if two demote each other, the second waits and is then no longer an administrator.
  const admins = await lockAdmins(tx)
  if (!admins.some((admin) => admin.id === actor.id)) throw new Refusal('forbidden', ADMINS_ONLY)
  const before = await findProfile(tx, id)
  if (!before) throw new Refusal('not_found', 'Customer not found.')
  if (before.role === role) return { before, admins }
  if (role === 'admin' && before.blockedAt) throw new Refusal('conflict', CANNOT_PROMOTE_BLOCKED)
  if (role === 'user') {
    if (isDesignatedAdmin(ctx, before.email)) throw new Refusal('conflict', CANNOT_DEMOTE_DESIGNATED)
    requireRemainingAdmin(ctx, admins, id)
  }
  return { before, admins }
}

type RoleChange = { email: string; role: Role; by: string }

async function emailAdmins(
  ctx: Context,
  tx: Db,
  admins: { email: string }[],
  change: RoleChange,
): Promise<void> {
  const link = accountLinks.roles(ctx)
  for (const email of new Set(admins.map((admin) => admin.email)))
    await enqueueAccountEmail(ctx, tx, email, roleChangedEmail, { ...change, link })
}

const LockedAdmin = z.strictObject({ id: z.string(), email: z.string(), isDemo: z.boolean() })
export type LockedAdmin = z.infer<typeof LockedAdmin>

export function lockAdmins(db: Db): Promise<LockedAdmin[]> {
  return query(db, LockedAdmin)`
    select id, email, is_demo as "isDemo" from profiles where role = 'admin' order by id for update`
}

/** Demo administrators can't sign in when the demo is off, so they don't count. */
export function requireRemainingAdmin(ctx: Context, admins: LockedAdmin[], removedId: string): void {
  const remaining = admins.filter(
    (admin) => admin.id !== removedId && !(admin.isDemo && ctx.settings.demo === 'off'),
  )
  if (!remaining.length) throw new Refusal('conflict', CANNOT_REMOVE_LAST_ADMIN)
}
