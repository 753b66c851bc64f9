import { z } from '@hono/zod-openapi'
import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import { correctTracking, TrackingCorrection } from '#core/orders/admin/correct-tracking.server.ts'
import { ORDER_PERIODS, type OrderPeriod } from '#core/orders/admin/order-period.ts'
import { StoreDate } from '#core/orders/admin/placed-orders.server.ts'
import { captureNow } from '#core/orders/authorizations/capture-order.server.ts'
import { findOrder, listAllOrdersWithItems } from '#core/orders/find-order.server.ts'
import { findOrderHistory } from '#core/orders/order-history.server.ts'
import { findRefundProposal, refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { StatusUpdate, updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import type { RefundLine } from '#core/payments/refund.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { anyOf } from '../access.ts'
import {
  byId,
  IdempotencyHeader,
  OrderListResponse,
  OrderResponse,
  PageQuery,
  toOrderListResponse,
  toOrderResponse,
} from '../order-schema.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import { ApprovalReasonInput, approvalRequested, toApprovalResponse } from './approval-schema.ts'
import { RefundInput, toRefundRequest } from './refund-schema.ts'

const commonErrors = errorResponses(400, 404, 409)

const RefundProposalQuery = z.object({
  lines: z
    .string()
    .max(8000)
    .regex(/^[\w-]+:\d{1,4}(,[\w-]+:\d{1,4})*$/, 'Write lines as product_id:quantity, separated by commas.')
    .optional()
    .openapi({ example: 'prd_1:2,prd_2:1' }),
  shipping: z.enum(['true', 'false']).optional(),
})
const RefundProposalResponse = z
  .object({
    amount: z.int(),
    tax: z.int().describe('Included in the amount'),
    discount: z.int().describe('The share of the discount, which the customer never paid'),
    shipping: z.int().describe('Included in the amount'),
  })
  .openapi('RefundProposal')

const OrderListQuery = z.object({
  q: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Words that are each in the number, email, or name of the order, or in the name or SKU of an item',
    ),
  period: z
    .enum(Object.keys(ORDER_PERIODS) as [OrderPeriod, ...OrderPeriod[]])
    .optional()
    .describe('The last days in the store’s time zone, today included. Takes precedence over from and to.'),
  from: StoreDate.optional().describe('The first day, in the store’s time zone'),
  to: StoreDate.optional().describe('The last day, in the store’s time zone'),
  country: z.enum(REGION_CODES).optional().describe('The country of the shipping address'),
})

const list = defineRoute('Admin', 'get', '/admin/orders', {
  access: 'orders.view',
  summary: 'List all orders, or those of some days, a country, or a search, newest first',
  request: { query: PageQuery.extend(OrderListQuery.shape) },
  responses: { 200: jsonResponse(OrderListResponse, 'A page of orders'), ...errorResponses(400) },
})
const step = defineRoute('Admin', 'post', '/admin/orders/{id}/steps', {
  access: anyOf('orders.ship', 'orders.edit', 'orders.refund'),
  summary: 'Update the status of an order, with tracking details when it ships',
  request: { ...byId, ...jsonBody(StatusUpdate.extend({ approval_reason: ApprovalReasonInput })) },
  responses: { 200: jsonResponse(OrderResponse, 'The order'), ...approvalRequested, ...commonErrors },
})
const tracking = defineRoute('Admin', 'put', '/admin/orders/{id}/tracking', {
  access: 'orders.ship',
  summary: 'Correct the tracking details of a shipped order, and send the shipping email again if asked',
  request: { ...byId, ...jsonBody(TrackingCorrection) },
  responses: { 200: jsonResponse(OrderResponse, 'The order'), ...commonErrors },
})
const capture = defineRoute('Admin', 'post', '/admin/orders/{id}/capture', {
  access: 'orders.edit',
  summary: 'Charge the authorized payment of an order before it ships, or again after a failure',
  description:
    'The provider is asked by a job; `payment_status` is then `paid`, or `payment_authorization` has the state `failed`.',
  request: byId,
  responses: { 200: jsonResponse(OrderResponse, 'The order'), ...commonErrors },
})
const refund = defineRoute('Admin', 'post', '/admin/orders/{id}/refunds', {
  access: 'orders.refund',
  summary: 'Refund an order in full or in part, optionally restocking its items',
  description: 'Without lines, shipping, and amount, everything that is left is refunded.',
  request: {
    ...byId,
    headers: IdempotencyHeader,
    ...jsonBody(RefundInput.extend({ approval_reason: ApprovalReasonInput })),
  },
  responses: {
    200: jsonResponse(OrderResponse, 'The order'),
    ...approvalRequested,
    ...commonErrors,
    ...errorResponses(422),
  },
})
const refundProposal = defineRoute('Admin', 'get', '/admin/orders/{id}/refund-proposal', {
  access: 'orders.refund',
  summary: 'Retrieve what the customer paid for some of the items, or all that is left',
  request: { ...byId, query: RefundProposalQuery },
  responses: { 200: jsonResponse(RefundProposalResponse, 'In minor units'), ...commonErrors },
})

const timeline = defineRoute('Admin', 'get', '/admin/orders/{id}/timeline', {
  access: 'orders.view',
  summary: 'Retrieve the history of an order: status, stock, payments, and emails',
  request: byId,
  responses: {
    200: jsonResponse(
      z.object({
        data: z.array(
          z.object({
            at: z.iso.datetime(),
            topic: z.string(),
            message: z.string(),
            by: z.string().nullable(),
          }),
        ),
      }),
      'The events, oldest first',
    ),
    ...commonErrors,
  },
})

export const adminOrders = createRouter()
  .openapi(list, async (c) => {
    const { q: search, ...query } = c.req.valid('query')
    const page = await listAllOrdersWithItems(c.get('ctx'), { ...query, search })
    return c.json(toOrderListResponse(page), 200)
  })
  .openapi(step, async (c) => {
    const ctx = c.get('ctx')
    const { approval_reason: reason, ...statusUpdate } = c.req.valid('json')
    const update = await runOrRequestApproval(ctx, reason, () =>
      updateOrderStatus(ctx, c.req.valid('param').id, statusUpdate),
    )
    if (update.request) return c.json(toApprovalResponse(update.request), 202)
    return c.json(toOrderResponse(update.result), 200)
  })
  .openapi(capture, async (c) => {
    const { id } = c.req.valid('param')
    await captureNow(c.get('ctx'), id)
    return c.json(toOrderResponse(await findOrder(c.get('ctx'), id)), 200)
  })
  .openapi(tracking, async (c) => {
    const order = await correctTracking(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    return c.json(toOrderResponse(order), 200)
  })
  .openapi(refund, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const { approval_reason: reason, ...input } = c.req.valid('json')
    const key = c.req.valid('header')['idempotency-key'] ?? ''
    const refunded = await runOrRequestApproval(ctx, reason, () =>
      refundOrder(ctx, id, toRefundRequest(input), key),
    )
    if (refunded.request) return c.json(toApprovalResponse(refunded.request), 202)
    return c.json(toOrderResponse(refunded.result), 200)
  })
  .openapi(refundProposal, async (c) => {
    const { lines, shipping } = c.req.valid('query')
    const selection = { lines: readLines(lines ?? ''), shipping: shipping === 'true' }
    const hasSelection = lines !== undefined || shipping !== undefined
    const { id } = c.req.valid('param')
    const proposal = await findRefundProposal(c.get('ctx'), id, hasSelection ? selection : undefined)
    return c.json(proposal, 200)
  })
  .openapi(timeline, async (c) => {
    const events = await findOrderHistory(c.get('ctx'), c.req.valid('param').id)
    const data = events.map(({ at, topic, message, by, reference }) => ({
      at: at.toISOString(),
      topic,
      message: reference ? `${message} (${reference})` : message,
      by,
    }))
    return c.json({ data }, 200)
  })

function readLines(text: string): RefundLine[] {
  if (!text) return []
  return text.split(',').map((line) => {
    const [productId = '', quantity] = line.split(':')
    return { productId, quantity: Number(quantity) }
  })
}
