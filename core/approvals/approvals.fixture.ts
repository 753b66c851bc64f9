import { changeApprovalSettings } from '#core/approvals/change-approval-rules.server.ts'
import type { Context } from '#core/context.ts'
import { findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { buildActor, JUST_SIGNED_IN } from '#test/accounts.ts'
import type { ApprovalSettings } from '../settings/store-settings.ts'

export const ALL_RULES: ApprovalSettings = {
  refundsAbove: 5000,
  supportRefunds: 2000,
  roleChanges: true,
  bulkDeletion: true,
  personalDataExport: true,
  personalRecordsPerDay: 500,
}

/** Three owners of a store whose high-risk actions need approval. */
export async function buildOwners(ctx: Context, rules: ApprovalSettings = ALL_RULES) {
  const owner = async () => ({ ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) })
  const owners = { ada: await owner(), ben: await owner(), cleo: await owner() }
  const { version } = await findStoreSettings(owners.ada)
  await changeApprovalSettings(owners.ada, version, rules, JUST_SIGNED_IN)
  return owners
}
