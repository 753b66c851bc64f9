import {
  type Approver,
  listApprovers,
  requireApproval,
  rulesInEffect,
} from '#core/approval-rules/approval-rules.server.ts'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { requireStaff } from '#core/permissions/policy.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import {
  forgetStoreSettings,
  lockStoreSettings,
  saveSetting,
  selectStoreSettings,
} from '#core/settings/store-settings.server.ts'
import { ApprovalSettings } from '#core/settings/store-settings.ts'
import { type OwnerProof, requireOwnerProof } from '../accounts/security/verify-owner.server.ts'

export type ApprovalRulesView = {
  settings: ApprovalSettings
  inEffect: ApprovalSettings
  approvers: Approver[]
  version: number
}

export async function findApprovalSettings(ctx: Context): Promise<ApprovalRulesView> {
  requireStaff(ctx.actor)
  const [{ settings, version }, approvers] = await Promise.all([
    selectStoreSettings(ctx.db, ctx.log),
    listApprovers(ctx.db, ctx.settings),
  ])
  return {
    settings: settings.approvals,
    inEffect: rulesInEffect(settings.approvals, approvers),
    approvers,
    version,
  }
}

export async function changeApprovalSettings(
  ctx: Context,
  version: number,
  input: ApprovalSettings,
  proof: OwnerProof,
): Promise<ApprovalRulesView> {
  requirePermission(ctx.actor, 'settings.edit')
  const after = parseForm(ApprovalSettings, input)
  const current = await findApprovalSettings(ctx)
  if (current.version !== version)
    throw new Refusal(
      'conflict',
      'Someone else changed the settings. Load them again, then repeat your change.',
    )
  await saveApprovalSettings(ctx, { before: current.settings, after }, proof)
  return findApprovalSettings(ctx)
}

/**
 * Refuses if the settings are no longer what they were when the change was typed or requested. A change that lets
 * something through without approval needs one itself, while approval is in effect: otherwise one person could turn it
 * off, act alone, and turn it on again. A password would not prevent that.
 */
export async function saveApprovalSettings(
  ctx: Context,
  { before, after }: { before: ApprovalSettings; after: ApprovalSettings },
  proof: OwnerProof,
): Promise<void> {
  requirePermission(ctx.actor, 'settings.edit')
  await requireOwnerProof(ctx, proof)
  await staffTransaction(ctx, 'settings.edit', async (tx, { id: actorId }) => {
    await lockStoreSettings(tx)
    const { approvals } = (await selectStoreSettings(tx, ctx.log)).settings
    const changes = describeRuleChanges(approvals, after)
    if (!changes.length) return
    if (describeRuleChanges(approvals, before).length)
      throw new Refusal('conflict', 'The settings have changed since this was requested.')
    const inEffect = rulesInEffect(approvals, await listApprovers(tx, ctx.settings))
    const [action, subject] = ['change-approval-rules', 'settings'] as const
    if (isLooser(inEffect, after))
      await requireApproval({ ...ctx, db: tx }, { action, subject, payload: { before, after }, changes })
    await saveSetting(tx, { key: 'approvals', value: after, actorId })
    const record = { before: { approvals }, after: { approvals: after } }
    await writeAudit(ctx, { action: 'settings-changed', subject, ...record }, tx)
  })
  forgetStoreSettings(ctx.db)
}

function isLooser(inEffect: ApprovalSettings, after: ApprovalSettings): boolean {
  const limit = after.refundsAbove ?? Number.POSITIVE_INFINITY
  return (
    (inEffect.refundsAbove !== null &&
      (limit > inEffect.refundsAbove || after.supportRefunds > inEffect.supportRefunds)) ||
    (inEffect.personalDataExport && after.personalRecordsPerDay > inEffect.personalRecordsPerDay) ||
    TOGGLES.some((name) => inEffect[name] && !after[name])
  )
}

const TOGGLES = ['roleChanges', 'bulkDeletion', 'personalDataExport'] as const
const TOGGLE_LABELS: Record<(typeof TOGGLES)[number], string> = {
  roleChanges: 'Role changes',
  bulkDeletion: 'Bulk deletion',
  personalDataExport: 'Export of personal data',
}

function describeRuleChanges(before: ApprovalSettings, after: ApprovalSettings) {
  const toggles = TOGGLES.map((name) => ({
    label: TOGGLE_LABELS[name],
    before: before[name] ? 'Needs approval' : 'Off',
    after: after[name] ? 'Needs approval' : 'Off',
  }))
  const refunds = { label: 'Refunds', before: describeLimit(before), after: describeLimit(after) }
  const dollars = (amount: number) => formatMoney({ amount, currency: 'usd' })
  const support = {
    label: 'Refunds by support',
    before: `Up to ${dollars(before.supportRefunds)}`,
    after: `Up to ${dollars(after.supportRefunds)}`,
  }
  const records = {
    label: 'Personal records per day',
    before: before.personalRecordsPerDay.toLocaleString('en-US'),
    after: after.personalRecordsPerDay.toLocaleString('en-US'),
  }
  return [refunds, support, ...toggles, records].filter((change) => change.before !== change.after)
}

function describeLimit({ refundsAbove }: ApprovalSettings): string {
  if (refundsAbove === null) return 'Off'
  return `Above ${formatMoney({ amount: refundsAbove, currency: 'usd' })}`
}
