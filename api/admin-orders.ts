import { createRoute, z } from '@hono/zod-openapi'
import { findOrderHistory } from '#core/accounting/explain-order.server.ts'
import { listAllOrdersWithItems } from '#core/orders/find-order.server.ts'
import { RefundRequest, refundOrder } from '#core/orders/refund-order.server.ts'
import { StatusUpdate, updateOrderStatus } from '#core/orders/step-order.server.ts'
import { body, json, refusing } from './answers.ts'
import { newDoor } from './door.ts'
import { byId, OnceHeader, OrderAnswer, OrderList, Page, toOrder, toOrderList } from './orders.ts'

const office = { tags: ['Administration'] }
const refusals = refusing(400, 401, 403, 404, 409)

const list = createRoute({
  ...office,
  method: 'get',
  path: '/admin/orders',
  summary: 'All orders, the newest first',
  request: { query: Page },
  responses: { 200: json(OrderList, 'A page of orders'), ...refusing(400, 401, 403) },
})
const step = createRoute({
  ...office,
  method: 'post',
  path: '/admin/orders/{id}/steps',
  summary: 'Move an order on, where it may go; with the parcel’s number when it is shipped',
  request: { ...byId, ...body(StatusUpdate) },
  responses: { 200: json(OrderAnswer, 'The order'), ...refusals },
})
const refund = createRoute({
  ...office,
  method: 'post',
  path: '/admin/orders/{id}/refunds',
  summary: 'Give money back: all that is left, or an amount; with the goods on the shelf again or without',
  request: { ...byId, headers: OnceHeader, ...body(RefundRequest) },
  responses: { 200: json(OrderAnswer, 'The order'), ...refusals },
})

const timeline = createRoute({
  ...office,
  method: 'get',
  path: '/admin/orders/{id}/timeline',
  summary: 'Explain an order: all that happened to it, to its goods, its money and its letters, in order',
  request: byId,
  responses: {
    200: json(
      z.object({
        data: z.array(
          z.object({ at: z.iso.datetime(), about: z.string(), said: z.string(), by: z.string().nullable() }),
        ),
      }),
      'What happened, the oldest first',
    ),
    ...refusals,
  },
})

export const adminOrders = newDoor()
  .openapi(list, async (c) => {
    const page = await listAllOrdersWithItems(c.get('ctx'), c.req.valid('query'))
    return c.json(toOrderList(page), 200)
  })
  .openapi(step, async (c) => {
    return c.json(
      toOrder(await updateOrderStatus(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))),
      200,
    )
  })
  .openapi(refund, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const order = await refundOrder(ctx, id, c.req.valid('json'), c.req.valid('header')['idempotency-key'])
    return c.json(toOrder(order), 200)
  })
  .openapi(timeline, async (c) => {
    const facts = await findOrderHistory(c.get('ctx'), c.req.valid('param').id)
    return c.json({ data: facts.map((fact) => ({ ...fact, at: fact.at.toISOString() })) }, 200)
  })
