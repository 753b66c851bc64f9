import { z } from '@hono/zod-openapi'
import type { ApiKey } from '#core/accounts/api-keys/api-key.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#core/accounts/api-keys/api-keys.server.ts'
import { keyState } from '#core/accounts/api-keys/key-state.ts'
import { SCOPE_NAMES } from '#core/permissions/scopes.ts'
import { toApiRow, toResponse } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { OWNER_PROOF_NEEDED, ownerProofFields, toOwnerProof } from '../people/owner-proof.ts'

const Scopes = z.array(z.enum(SCOPE_NAMES))
const ApiKeyResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: Scopes,
    hint: z.string().describe('The last four characters of the key'),
    state: z.enum(['active', 'expired', 'revoked']),
    creator_has_access: z
      .boolean()
      .describe('False if the person who created it is no longer an owner: revoke it, or create another'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable().describe('Saved at most once a minute'),
    requests: z.object({ last_hour: z.int(), last_day: z.int() }),
  })
  .openapi('ApiKey')

const list = defineRoute('Integrations', 'get', '/admin/api-keys', {
  access: 'integrations.edit',
  summary: 'List API keys, newest first',
  request: { query: pageQuery },
  responses: { 200: jsonResponse(pageResponse(ApiKeyResponse), 'A page of keys'), ...errorResponses(400) },
})
const create = defineRoute('Integrations', 'post', '/admin/api-keys', {
  access: 'integrations.edit',
  summary: 'Create an API key',
  description: `Only this response contains the key. ${OWNER_PROOF_NEEDED}`,
  request: jsonBody(
    z.strictObject({
      name: z.string(),
      scopes: Scopes,
      expires_at: z.iso.datetime({ offset: true }).nullish(),
      ...ownerProofFields,
    }),
  ),
  responses: {
    201: jsonResponse(ApiKeyResponse.extend({ key: z.string() }), 'The key'),
    ...errorResponses(400, 409, 429),
  },
})
const revoke = defineRoute('Integrations', 'delete', '/admin/api-keys/{id}', {
  access: 'integrations.edit',
  summary: 'Revoke an API key',
  request: { params: z.object({ id: z.string() }) },
  responses: { ...NO_CONTENT, ...errorResponses(404) },
})

export const apiKeys = createRouter()
  .openapi(list, async (c) => {
    const ctx = c.get('ctx')
    const { rows, next } = await listApiKeys(ctx, c.req.valid('query'))
    return c.json({ data: rows.map((apiKey) => toKeyResponse(apiKey, ctx.now)), next_cursor: next }, 200)
  })
  .openapi(create, async (c) => {
    const ctx = c.get('ctx')
    const { name, scopes, expires_at: expiry, ...proof } = c.req.valid('json')
    const request = { name, scopes, expiresAt: expiry ? new Date(expiry) : null }
    const { apiKey, key } = await createApiKey(ctx, request, toOwnerProof(proof))
    return c.json({ ...toKeyResponse(apiKey, ctx.now), key }, 201)
  })
  .openapi(revoke, async (c) => {
    await revokeApiKey(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })

function toKeyResponse(apiKey: ApiKey, now: Date): z.infer<typeof ApiKeyResponse> {
  const requests = { last_hour: apiKey.requestsLastHour, last_day: apiKey.requestsLastDay }
  return toResponse(ApiKeyResponse, { ...toApiRow(apiKey), state: keyState(apiKey, now), requests })
}
