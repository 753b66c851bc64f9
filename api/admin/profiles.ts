import { z } from '@hono/zod-openapi'
import { ROLES } from '#core/accounts/account.ts'
import { blockCustomer, unblockCustomer } from '#core/accounts/block-customer.server.ts'
import { findProfile, listProfiles } from '#core/accounts/profiles.server.ts'
import { changeRole } from '#core/accounts/roles.server.ts'
import { Refusal } from '#core/errors.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { ProfileResponse, toProfileResponse } from '../profile.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const list = defineRoute('Admin', 'get', '/admin/profiles', {
  summary: 'List all profiles, newest first',
  request: { query: pageQuery },
  responses: {
    200: jsonResponse(pageResponse(ProfileResponse), 'A page of profiles'),
    ...errorResponses(400, 401, 403),
  },
})

const ProfileUpdate = z
  .object({ role: z.enum(ROLES).optional(), blocked: z.boolean().optional() })
  .refine(
    ({ role, blocked }) => (role === undefined) !== (blocked === undefined),
    'Send either `role` or `blocked`.',
  )

const change = defineRoute('Admin', 'patch', '/admin/profiles/{id}', {
  summary:
    'Change a user’s role or block a customer; the last and the designated administrator are protected',
  request: { params: z.object({ id: z.string() }), ...jsonBody(ProfileUpdate) },
  responses: {
    200: jsonResponse(ProfileResponse, 'The profile'),
    ...errorResponses(400, 401, 403, 404, 409),
  },
})

export const adminProfiles = createRouter()
  .openapi(list, async (c) => {
    const page = await listProfiles(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: page.rows.map(toProfileResponse), next_cursor: page.next }, 200)
  })
  .openapi(change, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const { role, blocked } = c.req.valid('json')
    if (blocked !== undefined) await (blocked ? blockCustomer : unblockCustomer)(ctx, id)
    const profile = role ? await changeRole(ctx, { id, role }) : await findProfile(ctx.db, id)
    if (!profile) throw new Refusal('not_found', 'Customer not found.')
    return c.json(toProfileResponse(profile), 200)
  })
