import { z } from '@hono/zod-openapi'
import { APPROVAL_ACTIONS, MAX_APPROVAL_REASON } from '#core/approval-rules/approval-texts.ts'
import { APPROVAL_STATES, type ApprovalRequest } from '#core/approvals/approval-request.ts'
import { toApiRow, toResponse } from '../codec/rows.ts'
import { jsonResponse } from '../responses.ts'

export const ApprovalResponse = z
  .object({
    id: z.string(),
    action: z.enum(APPROVAL_ACTIONS),
    subject: z.string().describe('What it is about: the ID of an order or profile, a bucket, or a file name'),
    changes: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string() })),
    state: z.enum(APPROVAL_STATES),
    reason: z.string(),
    requested_by: z.string(),
    requested_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    decided_by: z.string().nullable().describe('An email address, as in `requested_by`'),
    decided_at: z.iso.datetime().nullable(),
    decision_reason: z.string().nullable(),
    result: z.string().nullable().describe('Why an approved action failed'),
  })
  .openapi('ApprovalRequest')

/** For actions that can need approval. */
export const ApprovalReasonInput = z
  .string()
  .max(MAX_APPROVAL_REASON)
  .optional()
  .describe(
    'Why it is needed. If the action needs a second person’s approval, the response is 202 with the request, or 400 without a reason.',
  )

export const approvalRequested = {
  202: jsonResponse(ApprovalResponse, 'The action waits for a second person’s approval'),
}

export function toApprovalResponse(request: ApprovalRequest): z.infer<typeof ApprovalResponse> {
  return toResponse(ApprovalResponse, {
    ...toApiRow(request),
    changes: request.changes.map(({ label, before = null, after }) => ({ label, before, after })),
    requested_by: request.requesterEmail ?? request.requestedBy,
    decided_by: request.deciderEmail,
  })
}
