import { z } from 'zod'
import type { Actor } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { hasPermission, type Permission } from '#core/permissions/permissions.ts'
import { isAdmin } from '#core/permissions/policy.ts'
import type { ApprovalSettings } from '#core/settings/store-settings.ts'
import { APPROVAL_NEEDED, type ApprovalActionName } from './approval-texts.ts'

/** The permission that the person who requests the action needs. */
export const ACTION_PERMISSIONS: Record<ApprovalActionName, Permission> = {
  'refund-order': 'orders.refund',
  'retry-refund': 'orders.refund',
  'close-return': 'returns.process',
  'complete-exchange': 'returns.process',
  'cancel-order': 'orders.edit',
  'change-role': 'staff.edit',
  'invite-staff': 'staff.edit',
  'delete-files': 'media.edit',
  'erase-customer': 'customers.edit',
  'export-list': 'personal-data.export',
  'read-records': 'orders.view',
  'change-approval-rules': 'settings.edit',
}

/** Managers can approve everything else. */
const OWNER_ACTIONS: readonly ApprovalActionName[] = ['change-role', 'invite-staff']

export const isForOwners = (action: ApprovalActionName) => OWNER_ACTIONS.includes(action)

export function canApprove(actor: Actor, action: ApprovalActionName): boolean {
  return hasPermission(actor, 'approvals.decide') && (isAdmin(actor) || !isForOwners(action))
}

/** What the action changes, as the person who decides reads it. */
export const ApprovalChange = z.strictObject({
  label: z.string(),
  before: z.string().optional(),
  after: z.string(),
})
export type ApprovalChange = z.infer<typeof ApprovalChange>

export type ApprovalAction = {
  action: ApprovalActionName
  subject: string
  payload: object
  changes: ApprovalChange[]
}

/** Names the field for the reason, so that the form that started the action asks for one. */
export class ApprovalRequired extends Refusal {
  readonly action: ApprovalAction

  constructor(action: ApprovalAction) {
    const message = `${APPROVAL_NEEDED} Say why it’s needed to request it.`
    super('invalid_input', message, { approval_reason: message })
    this.name = 'ApprovalRequired'
    this.action = action
  }
}

/** The settings that are in effect: each one while enough people can approve what it covers. */
export type ApprovalRules = ApprovalSettings

export function needsApproval(rules: ApprovalRules, action: ApprovalActionName, usdCents = 0): boolean {
  switch (action) {
    case 'refund-order':
    case 'retry-refund':
    case 'close-return':
    case 'complete-exchange':
    case 'cancel-order':
      return rules.refundsAbove !== null && usdCents > rules.refundsAbove
    case 'change-role':
    case 'invite-staff':
      return rules.roleChanges
    case 'delete-files':
    case 'erase-customer':
      return rules.bulkDeletion
    case 'export-list':
    case 'read-records':
      return rules.personalDataExport
    case 'change-approval-rules':
      return rules.refundsAbove !== null || hasOtherRule(rules)
  }
}

function hasOtherRule({ roleChanges, bulkDeletion, personalDataExport }: ApprovalRules): boolean {
  return roleChanges || bulkDeletion || personalDataExport
}
