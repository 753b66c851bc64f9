import { z } from '@hono/zod-openapi'
import { AdverseEventDraft } from '#core/adverse-events/adverse-event.ts'
import {
  type AdverseEvent,
  findAdverseEvent,
  listAdverseEvents,
} from '#core/adverse-events/adverse-events.server.ts'
import { recordAdverseEvent } from '#core/adverse-events/record-adverse-event.server.ts'
import { SEVERITIES } from '#core/adverse-events/severity.ts'
import { fromApiBody, toApiRow, toApiShape } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { withApiFields } from '../product-fields.ts'

const EventResponse = z
  .object({
    id: z.string(),
    product_id: z.string(),
    product_name: z.string(),
    batch_id: z.string().nullable(),
    batch_number: z.string().nullable(),
    order_id: z.string().nullable(),
    order_number: z.string().nullable(),
    email: z.string().nullable().describe('Of the person who reported it; null once it is deleted'),
    received_on: z.iso.date(),
    severity: z.enum(SEVERITIES),
    description: z.string(),
    action_taken: z.string().nullable(),
    reported_on: z.iso.date().nullable().describe('When it was reported to the authority'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('AdverseEvent')

const byId = { params: z.object({ id: z.string().max(64) }) }

const list = defineRoute('Admin', 'get', '/admin/adverse-events', {
  access: 'customers.view',
  summary: 'List reported reactions to products, newest first',
  request: {
    query: pageQuery.extend({
      show: z
        .enum(['serious', 'to-report'])
        .optional()
        .describe('`to-report`: serious ones that haven’t been reported to the authority'),
      of: z.string().max(64).optional().describe('The ID of a product or a batch'),
    }),
  },
  responses: { 200: jsonResponse(pageResponse(EventResponse), 'A page of events'), ...errorResponses(400) },
})
const get = defineRoute('Admin', 'get', '/admin/adverse-events/{id}', {
  access: 'customers.view',
  summary: 'Retrieve a reported reaction to a product',
  request: byId,
  responses: { 200: jsonResponse(EventResponse, 'The event'), ...errorResponses(404) },
})
const create = defineRoute('Admin', 'post', '/admin/adverse-events', {
  access: 'customers.edit',
  summary: 'Record a reaction to a product',
  request: jsonBody(z.strictObject(toApiShape(AdverseEventDraft.shape))),
  responses: { 201: jsonResponse(EventResponse, 'The event'), ...errorResponses(400) },
})

export const adverseEvents = createRouter()
  .openapi(list, async (c) => {
    const { show: filter, of: scope, ...page } = c.req.valid('query')
    const { rows, next } = await listAdverseEvents(c.get('ctx'), { ...page, filter, scope })
    return c.json({ data: rows.map(toEventResponse), next_cursor: next }, 200)
  })
  .openapi(get, async (c) => {
    return c.json(toEventResponse(await findAdverseEvent(c.get('ctx'), c.req.valid('param').id)), 200)
  })
  .openapi(create, async (c) => {
    const draft = fromApiBody(c.req.valid('json'))
    const event = await withApiFields(() => recordAdverseEvent(c.get('ctx'), draft))
    return c.json(toEventResponse(event), 201)
  })

function toEventResponse(event: AdverseEvent): z.infer<typeof EventResponse> {
  return EventResponse.parse(toApiRow(event))
}
