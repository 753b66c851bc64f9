import { createRoute, z } from '@hono/zod-openapi'
import { findOrder } from '#core/orders/find-order.server.ts'
import {
  closeReturn,
  declineReturn,
  listOpenReturns,
  listReturns,
  type Return,
  ReturnRequest,
  receiveReturn,
  requestReturn,
} from '#core/orders/returns.server.ts'
import { body, json, refusing } from './answers.ts'
import { newDoor } from './door.ts'
import { byId } from './orders.ts'

const moment = z.iso.datetime().nullable()

const ReturnAnswer = z
  .object({
    id: z.string(),
    order_id: z.string(),
    state: z.enum(['asked', 'received', 'closed', 'declined']),
    reason: z.string(),
    items: z.array(z.object({ product_id: z.string(), quantity: z.number().int() })),
    asked_at: z.iso.datetime(),
    received_at: moment,
    closed_at: moment,
  })
  .openapi('Return')
const ReturnList = z.object({ data: z.array(ReturnAnswer), next_cursor: z.null() })

const own = { tags: ['Orders'] }
const office = { tags: ['Administration'] }
const refusals = refusing(400, 401, 403, 404, 409)

const ask = createRoute({
  ...own,
  method: 'post',
  path: '/orders/{id}/returns',
  summary: 'Send something of an order back, within thirty days after it came',
  request: { ...byId, ...body(ReturnRequest) },
  responses: { 201: json(ReturnAnswer, 'The return'), ...refusing(400, 401, 404, 409) },
})
const list = createRoute({
  ...own,
  method: 'get',
  path: '/orders/{id}/returns',
  summary: 'What of an order goes back, the oldest first',
  request: byId,
  responses: { 200: json(ReturnList, 'Its returns'), ...refusing(401, 404) },
})
const open = createRoute({
  ...office,
  method: 'get',
  path: '/admin/returns',
  summary: 'Returns that wait for their parcel or for a decision, the oldest first',
  responses: { 200: json(ReturnList, 'Open returns'), ...refusing(401, 403) },
})
const receive = createRoute({
  ...office,
  method: 'post',
  path: '/admin/returns/{id}/receipt',
  summary: 'The parcel is back; its sender is told',
  request: byId,
  responses: { 200: json(ReturnAnswer, 'The return'), ...refusals },
})
const decline = createRoute({
  ...office,
  method: 'post',
  path: '/admin/returns/{id}/refusal',
  summary: 'Decline a return: nothing goes back',
  request: byId,
  responses: { 200: json(ReturnAnswer, 'The return'), ...refusals },
})
const close = createRoute({
  ...office,
  method: 'post',
  path: '/admin/returns/{id}/refund',
  summary: 'Close a return with money back; with the goods on the shelf again or without',
  request: {
    ...byId,
    ...body(
      z.object({
        amount: z.int().positive().describe('Whole minor units of the order’s currency'),
        restock: z.boolean().default(false),
      }),
    ),
  },
  responses: { 200: json(ReturnAnswer, 'The return'), ...refusals },
})

export const returns = newDoor()
  .openapi(ask, async (c) => {
    const asked = await requestReturn(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    return c.json(toReturn(asked), 201)
  })
  .openapi(list, async (c) => {
    const ctx = c.get('ctx')
    const order = await findOrder(ctx, c.req.valid('param').id)
    return c.json(toList(await listReturns(ctx, order)), 200)
  })

export const adminReturns = newDoor()
  .openapi(open, async (c) => c.json(toList(await listOpenReturns(c.get('ctx'))), 200))
  .openapi(receive, async (c) =>
    c.json(toReturn(await receiveReturn(c.get('ctx'), c.req.valid('param').id)), 200),
  )
  .openapi(decline, async (c) =>
    c.json(toReturn(await declineReturn(c.get('ctx'), c.req.valid('param').id)), 200),
  )
  .openapi(close, async (c) => {
    const closed = await closeReturn(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    return c.json(toReturn(closed), 200)
  })

function toList(found: Return[]): z.infer<typeof ReturnList> {
  return { data: found.map(toReturn), next_cursor: null }
}

function toReturn({ id, orderId, state, reason, items, ...at }: Return): z.infer<typeof ReturnAnswer> {
  return {
    id,
    order_id: orderId,
    state,
    reason,
    items: items.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
    asked_at: new Date(at.askedAt).toISOString(),
    received_at: isoOf(at.receivedAt),
    closed_at: isoOf(at.closedAt),
  }
}

function isoOf(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
