import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import type { Context } from '#core/context.ts'
import type { AdminNotice } from '#web/forms/admin-notices.ts'
import { fieldText } from '#web/forms/form-result.ts'

/** Runs the action of a form, or requests its approval. Returns the notice for what happened. */
export async function runWithApproval(
  ctx: Context,
  form: FormData,
  notice: AdminNotice,
  run: () => Promise<unknown>,
): Promise<AdminNotice> {
  const { request } = await runOrRequestApproval(ctx, fieldText(form, 'approval_reason'), run)
  return request ? 'approval-requested' : notice
}
