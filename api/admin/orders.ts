import { createRoute, z } from '@hono/zod-openapi'
import { listAllOrdersWithItems } from '#core/orders/find-order.server.ts'
import { findOrderHistory } from '#core/orders/order-history.server.ts'
import { RefundRequest, refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { StatusUpdate, updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import {
  byId,
  IdempotencyHeader,
  OrderListResponse,
  OrderResponse,
  PageQuery,
  toOrderListResponse,
  toOrderResponse,
} from '../order-schema.ts'
import { errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const adminTags = { tags: ['Admin'] }
const commonErrors = errorResponses(400, 401, 403, 404, 409)

const list = createRoute({
  ...adminTags,
  method: 'get',
  path: '/admin/orders',
  summary: 'List all orders, newest first',
  request: { query: PageQuery },
  responses: { 200: jsonResponse(OrderListResponse, 'A page of orders'), ...errorResponses(400, 401, 403) },
})
const step = createRoute({
  ...adminTags,
  method: 'post',
  path: '/admin/orders/{id}/steps',
  summary: 'Update the status of an order, with tracking details when it ships',
  request: { ...byId, ...jsonBody(StatusUpdate) },
  responses: { 200: jsonResponse(OrderResponse, 'The order'), ...commonErrors },
})
const refund = createRoute({
  ...adminTags,
  method: 'post',
  path: '/admin/orders/{id}/refunds',
  summary: 'Refund an order in full or in part, optionally restocking its items',
  request: { ...byId, headers: IdempotencyHeader, ...jsonBody(RefundRequest) },
  responses: { 200: jsonResponse(OrderResponse, 'The order'), ...commonErrors },
})

const timeline = createRoute({
  ...adminTags,
  method: 'get',
  path: '/admin/orders/{id}/timeline',
  summary: 'Retrieve the history of an order: status, stock, payments, and emails',
  request: byId,
  responses: {
    200: jsonResponse(
      z.object({
        data: z.array(
          z.object({ at: z.iso.datetime(), about: z.string(), said: z.string(), by: z.string().nullable() }),
        ),
      }),
      'The events, oldest first',
    ),
    ...commonErrors,
  },
})

export const adminOrders = createRouter()
  .openapi(list, async (c) => {
    const page = await listAllOrdersWithItems(c.get('ctx'), c.req.valid('query'))
    return c.json(toOrderListResponse(page), 200)
  })
  .openapi(step, async (c) => {
    return c.json(
      toOrderResponse(await updateOrderStatus(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))),
      200,
    )
  })
  .openapi(refund, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const order = await refundOrder(ctx, id, c.req.valid('json'), c.req.valid('header')['idempotency-key'])
    return c.json(toOrderResponse(order), 200)
  })
  .openapi(timeline, async (c) => {
    const events = await findOrderHistory(c.get('ctx'), c.req.valid('param').id)
    const data = events.map(({ at, about, message, by }) => ({
      at: at.toISOString(),
      about,
      said: message,
      by,
    }))
    return c.json({ data }, 200)
  })
