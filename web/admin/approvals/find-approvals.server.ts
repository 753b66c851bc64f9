import { findOwnApprovalRules } from '#core/approval-rules/approval-rules.server.ts'
import { countRequestsToDecide } from '#core/approvals/approval-requests.server.ts'
import type { Context } from '#core/context.ts'
import type { Approvals } from './approvals-context.ts'

/** For the loaders of both layouts. */
export async function findApprovals(ctx: Context): Promise<Approvals> {
  const [rules, toDecide] = await Promise.all([findOwnApprovalRules(ctx), countRequestsToDecide(ctx)])
  return { rules, toDecide }
}
