import { z } from 'zod'
import type { Actor, Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
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
    supportRefunds: settings.supportRefunds,
    roleChanges: settings.roleChanges && isCovered('change-role'),
    bulkDeletion: settings.bulkDeletion && isCovered('delete-files'),
    personalDataExport: settings.personalDataExport && isCovered('export-list'),
    personalRecordsPerDay: settings.personalRecordsPerDay,
  }
}

/** For forms that say beforehand that an action needs approval. */
export async function findApprovalRules(ctx: Context): Promise<ApprovalRules> {
  const { approvals } = await readStoreSettings(ctx.db, ctx.log)
  if (!needsApproval(approvals, 'change-approval-rules')) return approvals
  return rulesInEffect(approvals, await listApprovers(ctx.db, ctx.settings))
}

/** Refuses the action unless it needs no approval or has one. */
export async function requireApproval(ctx: Context, action: ApprovalAction, usdCents = 0): Promise<void> {
  if (ctx.approval || ctx.actor.kind === 'store') return
  const rules = await findApprovalRules(ctx)
  const isOverLimit = isSupport(ctx.actor) && usdCents > rules.supportRefunds
  if (!isOverLimit && !needsApproval(rules, action.action, usdCents)) return
  if (isOverLimit && rules.refundsAbove === null) throw overRefundLimit(rules)
  // A request for approval needs a person who is responsible for it.
  if (ctx.actor.kind === 'key') throw new Refusal('approval_required', KEYS_NEED_APPROVAL)
  throw new ApprovalRequired(action)
}

const KEYS_NEED_APPROVAL =
  'This needs approval by a second person in the back office, so an API key can’t do it.'

function isSupport(actor: Actor): boolean {
  return actor.kind === 'user' && actor.staffRole === 'support'
}

function overRefundLimit({ supportRefunds }: ApprovalRules): Refusal {
  const limit = formatMoney({ amount: supportRefunds, currency: 'usd' })
  const message = `Your role can refund up to ${limit} of an order. Ask the owner.`
  return new Refusal('forbidden', message, { amount: message })
}

/** The rules as they apply to the person: support needs approval above its own limit too. */
export async function findOwnApprovalRules(ctx: Context): Promise<ApprovalRules> {
  const rules = await findApprovalRules(ctx)
  if (rules.refundsAbove === null || !isSupport(ctx.actor)) return rules
  return { ...rules, refundsAbove: Math.min(rules.refundsAbove, rules.supportRefunds) }
}
