import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { ApprovalSettings } from '#core/settings/store-settings.ts'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import {
  type ApprovalAction,
  ApprovalRequired,
  type ApprovalRules,
  isForOwners,
  needsApproval,
} from './approval.ts'
import type { ApprovalActionName } from './approval-texts.ts'

export const MIN_APPROVERS = 2

const Approver = z.strictObject({ id: z.string(), email: z.string(), isOwner: z.boolean() })
export type Approver = z.infer<typeof Approver>

/** Owners and managers who can sign in. Demo accounts can't while the demo is off. */
export function listApprovers(db: Db, { demo }: Context['settings']): Promise<Approver[]> {
  const demoCondition = demo === 'off' ? sql`not p.is_demo` : sql`true`
  return query(db, Approver)`
    select p.id, p.email, p.role = 'admin' as "isOwner"
    from profiles p join auth_users u on u.id = p.id
    where (p.role = 'admin' or p.staff_role = 'manager') and u.email_verified and p.blocked_at is null
      and ${demoCondition}
    order by p.id`
}

export function approversOf(action: ApprovalActionName, approvers: Approver[]): Approver[] {
  return isForOwners(action) ? approvers.filter(({ isOwner }) => isOwner) : approvers
}

/** Each rule takes effect only while at least two people can approve, so that nobody waits for themselves. */
export function rulesInEffect(settings: ApprovalSettings, approvers: Approver[]): ApprovalRules {
  const isCovered = (action: ApprovalActionName) => approversOf(action, approvers).length >= MIN_APPROVERS
  return {
    refundsAbove: isCovered('refund-order') ? settings.refundsAbove : null,
    roleChanges: settings.roleChanges && isCovered('change-role'),
    bulkDeletion: settings.bulkDeletion && isCovered('delete-files'),
    personalDataExport: settings.personalDataExport && isCovered('export-list'),
  }
}

/** For forms that say beforehand that an action needs approval. */
export async function findApprovalRules(ctx: Context): Promise<ApprovalRules> {
  const { approvals } = await readStoreSettings(ctx.db, ctx.log)
  if (!needsApproval(approvals, 'change-approval-rules')) return approvals
  return rulesInEffect(approvals, await listApprovers(ctx.db, ctx.settings))
}

/** Refuses the action of a person unless it needs no approval or has one. */
export async function requireApproval(
  ctx: Context,
  action: ApprovalAction,
  usdCents?: number,
): Promise<void> {
  if (ctx.approval || ctx.actor.kind === 'store') return
  if (needsApproval(await findApprovalRules(ctx), action.action, usdCents)) throw new ApprovalRequired(action)
}
