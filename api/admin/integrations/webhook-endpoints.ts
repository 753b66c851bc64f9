import { z } from '@hono/zod-openapi'
import { PAUSE_REASONS, type WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  listEndpoints,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
} from '#core/webhooks/endpoints.server.ts'
import { WEBHOOK_EVENT_TYPES } from '#core/webhooks/webhook-events.ts'
import { toApiRow, toResponse } from '../../codec/rows.ts'
import {
  defineRoute,
  errorResponses,
  jsonBody,
  jsonResponse,
  NO_CONTENT,
  optionalJsonBody,
} from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { OWNER_PROOF_NEEDED, ownerProofFields, toOwnerProof } from '../people/owner-proof.ts'

const events = z.array(z.enum(WEBHOOK_EVENT_TYPES))
const state = z.enum(['active', 'paused'])
const EndpointResponse = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events,
    state,
    pause_reason: z.enum(PAUSE_REASONS).nullable(),
    failing_since: z.iso.datetime().nullable(),
    pending: z.int().describe('Deliveries that wait or are retried'),
    creator_has_access: z
      .boolean()
      .describe(
        'False if who created it or changed its address is no longer an owner. A new secret makes it yours.',
      ),
    version: z.int(),
    created_at: z.iso.datetime(),
  })
  .openapi('WebhookEndpoint')
const WithSecret = EndpointResponse.extend({
  secret: z.string().describe('Starts with `whsec_`; only this response contains it'),
})
const NOT_FOR_KEYS = 'A request with an API key needs no password.'
const byId = { params: z.object({ id: z.string() }) }

const list = defineRoute('Integrations', 'get', '/admin/webhooks', {
  access: 'webhooks.edit',
  summary: 'List webhook endpoints',
  responses: {
    200: jsonResponse(
      z.object({ data: z.array(EndpointResponse), next_cursor: z.null() }),
      'All of them, at most ten',
    ),
  },
})
const create = defineRoute('Integrations', 'post', '/admin/webhooks', {
  access: 'webhooks.edit',
  summary: 'Create a webhook endpoint',
  description: `${OWNER_PROOF_NEEDED} ${NOT_FOR_KEYS}`,
  request: jsonBody(
    z.strictObject({ url: z.string(), events, description: z.string().default(''), ...ownerProofFields }),
  ),
  responses: { 201: jsonResponse(WithSecret, 'The endpoint'), ...errorResponses(400, 409, 429) },
})
const read = defineRoute('Integrations', 'get', '/admin/webhooks/{id}', {
  access: 'webhooks.edit',
  summary: 'Retrieve a webhook endpoint',
  request: byId,
  responses: { 200: jsonResponse(EndpointResponse, 'The endpoint'), ...errorResponses(404) },
})
const change = defineRoute('Integrations', 'patch', '/admin/webhooks/{id}', {
  access: 'webhooks.edit',
  summary: 'Change, pause, or resume a webhook endpoint',
  description: `With \`version\`, the response is 409 if someone else changed the endpoint since you read it. For a new \`url\`: ${OWNER_PROOF_NEEDED} ${NOT_FOR_KEYS}`,
  request: {
    ...byId,
    ...jsonBody(
      z.strictObject({
        url: z.string().optional(),
        events: events.optional(),
        description: z.string().optional(),
        state: state.optional(),
        version: z.int().optional(),
        ...ownerProofFields,
      }),
    ),
  },
  responses: { 200: jsonResponse(EndpointResponse, 'The endpoint'), ...errorResponses(400, 404, 409, 429) },
})
const remove = defineRoute('Integrations', 'delete', '/admin/webhooks/{id}', {
  access: 'webhooks.edit',
  summary: 'Delete a webhook endpoint',
  request: byId,
  responses: { ...NO_CONTENT, ...errorResponses(404) },
})
const rotate = defineRoute('Integrations', 'post', '/admin/webhooks/{id}/secret', {
  access: 'webhooks.edit',
  summary: 'Create a new signing secret; for a day, deliveries are signed with the earlier one too',
  description: `${OWNER_PROOF_NEEDED} ${NOT_FOR_KEYS}`,
  request: { ...byId, ...optionalJsonBody(z.strictObject(ownerProofFields)) },
  responses: { 200: jsonResponse(WithSecret, 'The endpoint'), ...errorResponses(400, 404, 429) },
})

export const webhookEndpoints = createRouter()
  .openapi(list, async (c) => {
    const endpoints = await listEndpoints(c.get('ctx'))
    return c.json({ data: endpoints.map(toEndpointResponse), next_cursor: null }, 200)
  })
  .openapi(create, async (c) => {
    const { password, code, ...input } = c.req.valid('json')
    const proof = toOwnerProof({ password, code })
    const { endpoint, secret } = await createEndpoint(c.get('ctx'), input, proof)
    return c.json({ ...toEndpointResponse(endpoint), secret }, 201)
  })
  .openapi(read, async (c) =>
    c.json(toEndpointResponse(await findEndpoint(c.get('ctx'), c.req.valid('param').id)), 200),
  )
  .openapi(change, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const { state: newState, password, code, ...changes } = c.req.valid('json')
    let endpoint = await findEndpoint(ctx, id)
    if (Object.keys(changes).length)
      endpoint = await changeEndpoint(ctx, id, changes, toOwnerProof({ password, code }))
    if (newState && newState !== endpoint.state)
      endpoint = await (newState === 'paused' ? pauseEndpoint : resumeEndpoint)(ctx, id)
    return c.json(toEndpointResponse(endpoint), 200)
  })
  .openapi(remove, async (c) => {
    await deleteEndpoint(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .openapi(rotate, async (c) => {
    const proof = toOwnerProof(c.req.valid('json'))
    const { endpoint, secret } = await rotateSecret(c.get('ctx'), c.req.valid('param').id, proof)
    return c.json({ ...toEndpointResponse(endpoint), secret }, 200)
  })

function toEndpointResponse(endpoint: WebhookEndpoint): z.infer<typeof EndpointResponse> {
  return toResponse(EndpointResponse, toApiRow(endpoint))
}
