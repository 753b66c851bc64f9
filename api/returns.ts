import { z } from '@hono/zod-openapi'
import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import { lookUpOrder } from '#core/orders/find-order.server.ts'
import {
  closeReturn,
  declineReturn,
  inspectReturn,
  receiveReturn,
} from '#core/orders/returns/process-return.server.ts'
import { RESOLUTIONS } from '#core/orders/returns/return.ts'
import { ReturnNote } from '#core/orders/returns/return-request.ts'
import {
  listOpenReturns,
  listReturns,
  type Return,
  requestReturn,
} from '#core/orders/returns/returns.server.ts'
import { allOf, customerOrKey } from './access.ts'
import { ApprovalReasonInput, approvalRequested, toApprovalResponse } from './admin/approval-schema.ts'
import { ReturnInput, ReturnRefundInput, toRestock } from './admin/refund-schema.ts'
import { fromApiBody, toApiRow, toResponse } from './codec/rows.ts'
import { byId } from './order-schema.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from './responses.ts'
import { createRouter } from './router.ts'

const nullableDatetime = z.iso.datetime().nullable()

export const ReturnResponse = z
  .object({
    id: z.string(),
    reference: z.string(),
    order_id: z.string(),
    state: z.enum(['requested', 'received', 'inspected', 'closed', 'declined']),
    reason: z.string(),
    items: z.array(
      z.object({
        product_id: z.string(),
        quantity: z.number().int(),
        replacement_id: z.string().nullable(),
        replacement_name: z.string().nullable(),
        replacement_price: z
          .number()
          .int()
          .nullable()
          .openapi({ description: 'Of one, in minor units of the order’s currency' }),
      }),
    ),
    resolution: z.enum(RESOLUTIONS),
    replacement_order: z
      .string()
      .nullable()
      .openapi({ description: 'The number of the order that sends the replacements of an exchange' }),
    requested_at: z.iso.datetime(),
    asked_at: z.iso
      .datetime()
      .openapi({ deprecated: true, description: 'The former name of `requested_at`' }),
    received_at: nullableDatetime,
    inspected_at: nullableDatetime,
    decline_reason: z.string().nullable(),
    closed_at: nullableDatetime,
  })
  .openapi('Return')
const ReturnListResponse = z.object({ data: z.array(ReturnResponse), next_cursor: z.null() })

const commonErrors = errorResponses(400, 404, 409)

const create = defineRoute('Orders', 'post', '/orders/{id}/returns', {
  access: 'customer',
  summary: 'Request a return within 30 days of delivery: for a refund, for store credit, or as an exchange',
  description:
    'An exchange names another product of the same family for each item. Its stock is held until the exchange ends.',
  request: { ...byId, ...jsonBody(ReturnInput) },
  responses: { 201: jsonResponse(ReturnResponse, 'The return'), ...errorResponses(400, 404, 409) },
})
const list = defineRoute('Orders', 'get', '/orders/{id}/returns', {
  access: customerOrKey('orders.view'),
  summary: 'List the returns of an order, oldest first',
  request: byId,
  responses: { 200: jsonResponse(ReturnListResponse, 'The returns'), ...errorResponses(400, 404) },
})
const open = defineRoute('Admin', 'get', '/admin/returns', {
  access: 'returns.process',
  summary: 'List open returns, oldest first',
  responses: { 200: jsonResponse(ReturnListResponse, 'The open returns') },
})
const receive = defineRoute('Admin', 'post', '/admin/returns/{id}/receipt', {
  access: 'returns.process',
  summary: 'Mark a return as received and notify the customer',
  request: byId,
  responses: { 200: jsonResponse(ReturnResponse, 'The return'), ...commonErrors },
})
const decline = defineRoute('Admin', 'post', '/admin/returns/{id}/refusal', {
  access: 'returns.process',
  summary: 'Decline a return without a refund and email the reason to the customer',
  request: { ...byId, ...jsonBody(z.object({ reason: ReturnNote })) },
  responses: { 200: jsonResponse(ReturnResponse, 'The return'), ...commonErrors },
})
const inspect = defineRoute('Admin', 'post', '/admin/returns/{id}/inspection', {
  access: 'returns.process',
  summary: 'Mark a received return as inspected',
  request: { ...byId, ...jsonBody(z.object({ note: ReturnNote.default('') })) },
  responses: { 200: jsonResponse(ReturnResponse, 'The return'), ...commonErrors },
})
const close = defineRoute('Admin', 'post', '/admin/returns/{id}/refund', {
  access: allOf('orders.refund', 'returns.process'),
  summary: 'Refund a return and close it, optionally restocking the items',
  request: { ...byId, ...jsonBody(ReturnRefundInput.extend({ approval_reason: ApprovalReasonInput })) },
  responses: { 200: jsonResponse(ReturnResponse, 'The return'), ...approvalRequested, ...commonErrors },
})

export const returns = createRouter()
  .openapi(create, async (c) => {
    const { items, ...rest } = c.req.valid('json')
    const request = { ...rest, items: items.map(fromApiBody) }
    const newReturn = await requestReturn(c.get('ctx'), c.req.valid('param').id, request)
    return c.json(toReturnResponse(newReturn), 201)
  })
  .openapi(list, async (c) => {
    const ctx = c.get('ctx')
    const order = await lookUpOrder(ctx, c.req.valid('param').id)
    return c.json(toReturnListResponse(await listReturns(ctx, order)), 200)
  })

export const adminReturns = createRouter()
  .openapi(open, async (c) => c.json(toReturnListResponse(await listOpenReturns(c.get('ctx'))), 200))
  .openapi(receive, async (c) =>
    c.json(toReturnResponse(await receiveReturn(c.get('ctx'), c.req.valid('param').id)), 200),
  )
  .openapi(decline, async (c) =>
    c.json(
      toReturnResponse(
        await declineReturn(c.get('ctx'), c.req.valid('param').id, c.req.valid('json').reason),
      ),
      200,
    ),
  )
  .openapi(inspect, async (c) => {
    const inspected = await inspectReturn(c.get('ctx'), c.req.valid('param').id, c.req.valid('json').note)
    return c.json(toReturnResponse(inspected), 200)
  })
  .openapi(close, async (c) => {
    const ctx = c.get('ctx')
    const { restock, approval_reason: reason, ...rest } = c.req.valid('json')
    const refund = { ...rest, restock: toRestock(restock) }
    const closed = await runOrRequestApproval(ctx, reason, () =>
      closeReturn(ctx, c.req.valid('param').id, refund),
    )
    if (closed.request) return c.json(toApprovalResponse(closed.request), 202)
    return c.json(toReturnResponse(closed.result), 200)
  })

function toReturnListResponse(orderReturns: Return[]): z.infer<typeof ReturnListResponse> {
  return { data: orderReturns.map(toReturnResponse), next_cursor: null }
}

export function toReturnResponse(orderReturn: Return): z.infer<typeof ReturnResponse> {
  return toResponse(ReturnResponse, {
    ...toApiRow(orderReturn),
    items: orderReturn.items.map(toApiRow),
    asked_at: orderReturn.requestedAt.toISOString(),
  })
}
