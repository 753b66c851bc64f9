import { z } from '@hono/zod-openapi'
import { MAX_APPROVAL_REASON } from '#core/approval-rules/approval-texts.ts'
import { listApprovalRequests, runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import {
  type ApprovalRulesView,
  changeApprovalSettings,
  findApprovalSettings,
} from '#core/approvals/change-approval-rules.server.ts'
import { approveRequest, cancelRequest, declineRequest } from '#core/approvals/decide-approval.server.ts'
import { ApprovalSettings } from '#core/settings/store-settings.ts'
import { fromApiBody, toApiRow, toApiShape } from '../codec/rows.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import {
  ApprovalReasonInput,
  ApprovalResponse,
  approvalRequested,
  toApprovalResponse,
} from './approval-schema.ts'
import { OWNER_PROOF_NEEDED, ownerProofFields, toOwnerProof } from './people/owner-proof.ts'

const { refundsAbove, supportRefunds, personalRecordsPerDay } = ApprovalSettings.shape
const Rules = z.strictObject({
  ...toApiShape(ApprovalSettings.shape),
  refunds_above: refundsAbove.describe(
    'In US cents, for all refunds of an order together; null turns it off',
  ),
  support_refunds: supportRefunds.describe(
    'In US cents, what support may refund of an order without approval',
  ),
  personal_records_per_day: personalRecordsPerDay.describe(
    'Records of orders, customers, subscribers, returns, and reviews that a person or an API key may read in lists and prints on one day; more need approval while `personal_data_export` is in effect',
  ),
})
const RulesResponse = z
  .object({
    settings: Rules,
    in_effect: Rules.describe('A setting takes effect while at least two people can approve'),
    approvers: z.int().describe('How many people can approve'),
    version: z.int(),
  })
  .openapi('ApprovalRules')
const RulesChange = Rules.extend({
  version: z.int(),
  approval_reason: ApprovalReasonInput,
  ...ownerProofFields,
})

const byId = { params: z.object({ id: z.string() }) }
const Reason = z.object({ reason: z.string().max(MAX_APPROVAL_REASON).default('') })
const decisionResponses = {
  200: jsonResponse(ApprovalResponse, 'The request'),
  ...errorResponses(400, 404, 409),
}

const list = defineRoute('Admin', 'get', '/admin/approvals', {
  access: 'staff',
  summary: 'List approval requests, newest first',
  description: 'Owners and managers see all requests, and others see their own.',
  request: { query: pageQuery.extend({ filter: z.enum(['waiting', 'decided']).optional() }) },
  responses: {
    200: jsonResponse(pageResponse(ApprovalResponse), 'A page of requests'),
    ...errorResponses(400),
  },
})
const approve = defineRoute('Admin', 'post', '/admin/approvals/{id}/approve', {
  access: 'approvals.decide',
  summary: 'Approve a request of another person, which runs its action once',
  description: 'If the action is no longer possible, the state is `failed`, and `result` says why.',
  request: { ...byId, ...jsonBody(Reason) },
  responses: decisionResponses,
})
const decline = defineRoute('Admin', 'post', '/admin/approvals/{id}/decline', {
  access: 'approvals.decide',
  summary: 'Decline a request of another person, with a reason',
  request: { ...byId, ...jsonBody(Reason) },
  responses: decisionResponses,
})
const cancel = defineRoute('Admin', 'post', '/admin/approvals/{id}/cancel', {
  access: 'staff',
  summary: 'Cancel a request of your own',
  request: byId,
  responses: decisionResponses,
})
const readRules = defineRoute('Admin', 'get', '/admin/approval-rules', {
  access: 'staff',
  summary: 'Retrieve which actions need a second person’s approval',
  responses: { 200: jsonResponse(RulesResponse, 'The rules') },
})
const changeRules = defineRoute('Admin', 'put', '/admin/approval-rules', {
  access: 'settings.edit',
  summary: 'Change which actions need approval; loosening rules in effect needs approval itself',
  description: OWNER_PROOF_NEEDED,
  request: jsonBody(RulesChange),
  responses: {
    200: jsonResponse(RulesResponse, 'The rules'),
    ...approvalRequested,
    ...errorResponses(400, 409, 429),
  },
})

export const adminApprovals = createRouter()
  .openapi(list, async (c) => {
    const page = await listApprovalRequests(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: page.rows.map(toApprovalResponse), next_cursor: page.next }, 200)
  })
  .openapi(approve, async (c) => {
    const { reason } = c.req.valid('json')
    return c.json(
      toApprovalResponse(await approveRequest(c.get('ctx'), c.req.valid('param').id, reason)),
      200,
    )
  })
  .openapi(decline, async (c) => {
    const { reason } = c.req.valid('json')
    return c.json(
      toApprovalResponse(await declineRequest(c.get('ctx'), c.req.valid('param').id, reason)),
      200,
    )
  })
  .openapi(cancel, async (c) =>
    c.json(toApprovalResponse(await cancelRequest(c.get('ctx'), c.req.valid('param').id)), 200),
  )
  .openapi(readRules, async (c) => c.json(toRulesResponse(await findApprovalSettings(c.get('ctx'))), 200))
  .openapi(changeRules, async (c) => {
    const ctx = c.get('ctx')
    const { version, approval_reason: reason, password, code, ...rules } = c.req.valid('json')
    const change = await runOrRequestApproval(ctx, reason, () =>
      changeApprovalSettings(ctx, version, fromApiBody(rules), toOwnerProof({ password, code })),
    )
    if (change.request) return c.json(toApprovalResponse(change.request), 202)
    return c.json(toRulesResponse(change.result), 200)
  })

function toRulesResponse({
  settings,
  inEffect,
  approvers,
  version,
}: ApprovalRulesView): z.infer<typeof RulesResponse> {
  return { settings: toApiRow(settings), in_effect: toApiRow(inEffect), approvers: approvers.length, version }
}
