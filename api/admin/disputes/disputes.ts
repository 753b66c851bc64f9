import { z } from '@hono/zod-openapi'
import { toPrice } from '#core/money.ts'
import { acceptDispute, sendEvidence } from '#core/orders/disputes/answer-dispute.server.ts'
import { previewEvidence } from '#core/orders/disputes/assemble-evidence.server.ts'
import {
  canRespond,
  DISPUTE_RESPONSES,
  DISPUTE_STATES,
  MAX_EXPLANATION,
  type OrderDispute,
} from '#core/orders/disputes/dispute.ts'
import { findDispute, listDisputes } from '#core/orders/disputes/find-disputes.server.ts'
import { EVIDENCE_FIELDS } from '#core/payments/disputes/evidence.ts'
import { PriceResponse } from '../../catalog/products.ts'
import { byId } from '../../order-schema.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonResponse, optionalJsonBody } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const access = 'orders.refund'

const DisputeResponse = z
  .object({
    id: z.string().describe('The card provider’s ID'),
    order_id: z.string(),
    order_number: z.string(),
    amount: PriceResponse,
    reason: z.string().openapi({ example: 'product_not_received' }),
    state: z.enum(DISPUTE_STATES),
    provider_status: z.string().openapi({ example: 'needs_response' }),
    opened_at: z.iso.datetime(),
    closed_at: z.iso.datetime().nullable(),
    evidence_due_at: z.iso.datetime().nullable().describe('Until when the bank accepts evidence'),
    accepts_evidence: z.boolean().describe('False if the customer’s bank accepts none'),
    explanation: z.string().describe('By staff, for the bank. A draft until it is sent'),
    response: z.enum(DISPUTE_RESPONSES).nullable().describe('Null until someone responds'),
    responded_at: z.iso.datetime().nullable(),
    sent_at: z.iso
      .datetime()
      .nullable()
      .describe('When the card provider confirmed the response. Until then, the store retries it'),
    failure: z.string().nullable().describe('Why the card provider refused the last response'),
  })
  .openapi('Dispute')

const DisputeWithEvidence = DisputeResponse.extend({
  evidence: z
    .partialRecord(z.enum(EVIDENCE_FIELDS), z.string())
    .nullable()
    .describe('As it was sent; before that, what would be sent now. Null if nothing was or can be sent'),
}).openapi('DisputeWithEvidence')

const disputeWithEvidence = jsonResponse(DisputeWithEvidence, 'The dispute')

const list = defineRoute('Admin', 'get', '/admin/disputes', {
  access,
  summary: 'List disputes, newest first',
  request: {
    query: pageQuery.extend({
      filter: z.enum(['needs-response', 'open', 'won', 'lost']).optional(),
      sort: z.enum(['newest', 'oldest', 'due']).optional().describe('`due`: the first deadline first'),
    }),
  },
  responses: {
    200: jsonResponse(pageResponse(DisputeResponse), 'A page of disputes'),
    ...errorResponses(400),
  },
})
const read = defineRoute('Admin', 'get', '/admin/disputes/{id}', {
  access,
  summary: 'Retrieve a dispute, with its evidence',
  request: byId,
  responses: { 200: disputeWithEvidence, ...errorResponses(404) },
})
const respond = defineRoute('Admin', 'post', '/admin/disputes/{id}/evidence', {
  access,
  operationId: 'sendDisputeEvidence',
  summary: 'Send the evidence to the bank, once',
  description:
    'The store composes it from the order. A repeated request with the same explanation changes nothing; with another one, it fails with 409. If the card provider doesn’t answer, `sent_at` is null and the store retries.',
  request: {
    ...byId,
    ...optionalJsonBody(
      z.strictObject({
        explanation: z
          .string()
          .max(MAX_EXPLANATION)
          .optional()
          .describe('Why the charge is valid. By default, the saved draft'),
      }),
    ),
  },
  responses: { 200: disputeWithEvidence, ...errorResponses(400, 404, 409) },
})
const accept = defineRoute('Admin', 'post', '/admin/disputes/{id}/acceptance', {
  access,
  operationId: 'acceptDispute',
  summary: 'Accept a dispute, which loses the payment',
  request: byId,
  responses: { 200: disputeWithEvidence, ...errorResponses(404, 409) },
})

export const adminDisputes = createRouter()
  .openapi(list, async (c) => {
    const { rows, next } = await listDisputes(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: rows.map(toDisputeResponse), next_cursor: next }, 200)
  })
  .openapi(read, async (c) => {
    const ctx = c.get('ctx')
    const dispute = await findDispute(ctx, c.req.valid('param').id)
    const evidence = canRespond(dispute, ctx.now) ? await previewEvidence(ctx, dispute) : dispute.evidence
    return c.json({ ...toDisputeResponse(dispute), evidence }, 200)
  })
  .openapi(respond, async (c) => {
    const { explanation } = c.req.valid('json')
    const dispute = await sendEvidence(c.get('ctx'), c.req.valid('param').id, { explanation })
    return c.json({ ...toDisputeResponse(dispute), evidence: dispute.evidence }, 200)
  })
  .openapi(accept, async (c) => {
    const dispute = await acceptDispute(c.get('ctx'), c.req.valid('param').id)
    return c.json({ ...toDisputeResponse(dispute), evidence: dispute.evidence }, 200)
  })

function toDisputeResponse(dispute: OrderDispute): z.infer<typeof DisputeResponse> {
  const { id, orderId, orderNumber, amount, currency, reason, state, status, explanation, response } = dispute
  return {
    id,
    order_id: orderId,
    order_number: orderNumber,
    amount: toPrice({ amount, currency }),
    reason,
    state,
    provider_status: status,
    opened_at: dispute.openedAt.toISOString(),
    closed_at: dispute.closedAt?.toISOString() ?? null,
    evidence_due_at: dispute.dueBy?.toISOString() ?? null,
    accepts_evidence: dispute.answerable,
    explanation,
    response,
    responded_at: dispute.respondedAt?.toISOString() ?? null,
    sent_at: dispute.sentAt?.toISOString() ?? null,
    failure: dispute.failure,
  }
}
