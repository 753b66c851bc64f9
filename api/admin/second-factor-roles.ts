import { z } from '@hono/zod-openapi'
import {
  changeSecondFactorRoles,
  findSecondFactorRoles,
} from '#core/accounts/security/change-second-factor-roles.server.ts'
import { SECOND_FACTOR_ROLES } from '#core/settings/second-factor-roles.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const Roles = z
  .strictObject({
    roles: z.array(z.enum(SECOND_FACTOR_ROLES)),
    version: z.int().describe('Of the store’s settings; rises with each change'),
  })
  .openapi('SecondFactorRoles')

const read = defineRoute('Admin', 'get', '/admin/second-factor-roles', {
  access: 'settings.edit',
  summary: 'Retrieve the roles that need two-step sign-in',
  responses: { 200: jsonResponse(Roles, 'The roles') },
})
const change = defineRoute('Admin', 'put', '/admin/second-factor-roles', {
  access: 'settings.edit',
  summary: 'Change which roles need two-step sign-in',
  description: 'Takes the password, and a code if the account uses two-step sign-in.',
  request: jsonBody(
    Roles.extend({ password: z.string().max(1000).optional(), code: z.string().max(100).optional() }),
  ),
  responses: { 200: jsonResponse(Roles, 'The roles'), ...errorResponses(400, 409, 429) },
})

export const secondFactorRoles = createRouter()
  .openapi(read, async (c) => c.json(await findSecondFactorRoles(c.get('ctx')), 200))
  .openapi(change, async (c) => {
    const { version, roles, password = '', code = '' } = c.req.valid('json')
    return c.json(await changeSecondFactorRoles(c.get('ctx'), version, { roles, password, code }), 200)
  })
