import { z } from '@hono/zod-openapi'
import {
  findDelivery,
  listDeliveries,
  replayDelivery,
  sendTestEvent,
} from '#core/webhooks/deliveries.server.ts'
import type { WebhookDelivery } from '#core/webhooks/delivery.ts'
import { DELIVERY_STATES } from '#core/webhooks/webhook-events.ts'
import { toApiRow, toResponse } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const DeliveryResponse = z
  .object({
    id: z.string().describe('The `webhook-id` of each attempt'),
    type: z.string(),
    subject: z.string(),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    next_attempt_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .openapi('WebhookDelivery')
const AttemptResponse = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  duration_ms: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  response: z.string().nullable().describe('The first 2,000 characters'),
})
const byId = { params: z.object({ id: z.string() }) }
const byDelivery = { params: z.object({ id: z.string(), delivery: z.string() }) }

const list = defineRoute('Integrations', 'get', '/admin/webhooks/{id}/deliveries', {
  access: 'webhooks.edit',
  summary: 'List the deliveries of the last 30 days, newest first',
  request: { ...byId, query: pageQuery.extend({ state: z.enum(DELIVERY_STATES).optional() }) },
  responses: {
    200: jsonResponse(pageResponse(DeliveryResponse), 'A page of deliveries'),
    ...errorResponses(400, 404),
  },
})
const read = defineRoute('Integrations', 'get', '/admin/webhooks/{id}/deliveries/{delivery}', {
  access: 'webhooks.edit',
  summary: 'Retrieve a delivery with its body and attempts',
  request: byDelivery,
  responses: {
    200: jsonResponse(
      DeliveryResponse.extend({ body: z.string(), history: z.array(AttemptResponse) }),
      'The newest attempts, at most 50',
    ),
    ...errorResponses(404),
  },
})
const replay = defineRoute('Integrations', 'post', '/admin/webhooks/{id}/deliveries/{delivery}/replay', {
  access: 'webhooks.edit',
  summary: 'Send a delivery again, with the same ID',
  request: byDelivery,
  responses: { 202: jsonResponse(DeliveryResponse, 'The delivery'), ...errorResponses(404) },
})
const test = defineRoute('Integrations', 'post', '/admin/webhooks/{id}/test', {
  access: 'webhooks.edit',
  summary: 'Send a test event once',
  request: byId,
  responses: { 202: jsonResponse(DeliveryResponse, 'The delivery'), ...errorResponses(404) },
})

export const webhookDeliveries = createRouter()
  .openapi(list, async (c) => {
    const { state, ...listQuery } = c.req.valid('query')
    const query = state ? { ...listQuery, filter: state } : listQuery
    const { rows, next } = await listDeliveries(c.get('ctx'), c.req.valid('param').id, query)
    return c.json({ data: rows.map(toDeliveryResponse), next_cursor: next }, 200)
  })
  .openapi(read, async (c) => {
    const { id, delivery } = c.req.valid('param')
    const details = await findDelivery(c.get('ctx'), id, delivery)
    const history = details.history.map(toApiRow)
    return c.json({ ...toDeliveryResponse(details), body: details.body, history }, 200)
  })
  .openapi(replay, async (c) => {
    const { id, delivery } = c.req.valid('param')
    await replayDelivery(c.get('ctx'), id, delivery)
    return c.json(toDeliveryResponse(await findDelivery(c.get('ctx'), id, delivery)), 202)
  })
  .openapi(test, async (c) => {
    const { id } = c.req.valid('param')
    const delivery = await sendTestEvent(c.get('ctx'), id)
    return c.json(toDeliveryResponse(await findDelivery(c.get('ctx'), id, delivery)), 202)
  })

function toDeliveryResponse(delivery: WebhookDelivery): z.infer<typeof DeliveryResponse> {
  return toResponse(DeliveryResponse, toApiRow(delivery))
}
