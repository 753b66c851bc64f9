import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import { completeExchange } from '#core/orders/exchanges/complete-exchange.server.ts'
import { createExchange } from '#core/orders/exchanges/create-exchange.server.ts'
import { allOf } from '../../access.ts'
import { byId, IdempotencyHeader } from '../../order-schema.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { ReturnResponse, toReturnResponse } from '../../returns.ts'
import { createRouter } from '../../router.ts'
import { ApprovalReasonInput, approvalRequested, toApprovalResponse } from '../approval-schema.ts'
import { ExchangeInput, ReturnRefundInput, toExchangeRequest, toRestock } from '../refund-schema.ts'

const access = allOf('orders.refund', 'returns.process')

const create = defineRoute('Admin', 'post', '/admin/orders/{id}/exchanges', {
  access,
  summary: 'Exchange items of a shipped order for other products of their families',
  description:
    'Sends the replacements as an order of their own, paid with the value of the lines. If they cost less, the difference is refunded; if they cost more, the customer is emailed a link to pay it.',
  request: {
    ...byId,
    headers: IdempotencyHeader,
    ...jsonBody(ExchangeInput.extend({ approval_reason: ApprovalReasonInput })),
  },
  responses: {
    201: jsonResponse(ReturnResponse, 'The return, with the number of the replacement order'),
    ...approvalRequested,
    ...errorResponses(400, 404, 409, 422),
  },
})
const complete = defineRoute('Admin', 'post', '/admin/returns/{id}/exchange', {
  access,
  summary: 'Complete a requested exchange, optionally restocking the returned items',
  request: {
    ...byId,
    ...jsonBody(ReturnRefundInput.pick({ restock: true }).extend({ approval_reason: ApprovalReasonInput })),
  },
  responses: {
    200: jsonResponse(ReturnResponse, 'The return, with the number of the replacement order'),
    ...approvalRequested,
    ...errorResponses(400, 404, 409),
  },
})

export const adminExchanges = createRouter()
  .openapi(create, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const { approval_reason: reason, ...input } = c.req.valid('json')
    const key = c.req.valid('header')['idempotency-key'] ?? ''
    const created = await runOrRequestApproval(ctx, reason, () =>
      createExchange(ctx, id, toExchangeRequest(input), key),
    )
    if (created.request) return c.json(toApprovalResponse(created.request), 202)
    return c.json(toReturnResponse(created.result), 201)
  })
  .openapi(complete, async (c) => {
    const ctx = c.get('ctx')
    const { restock, approval_reason: reason } = c.req.valid('json')
    const completed = await runOrRequestApproval(ctx, reason, () =>
      completeExchange(ctx, c.req.valid('param').id, { restock: toRestock(restock) }),
    )
    if (completed.request) return c.json(toApprovalResponse(completed.request), 202)
    return c.json(toReturnResponse(completed.result), 200)
  })
