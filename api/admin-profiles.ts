import { createRoute, z } from '@hono/zod-openapi'
import { ROLES } from '#core/accounts/account.ts'
import { changeRole, listProfiles } from '#core/accounts/roles.server.ts'
import { body, json, refusing } from './answers.ts'
import { newDoor } from './door.ts'
import { ProfileAnswer, toProfile } from './profile.ts'

const list = createRoute({
  method: 'get',
  path: '/admin/profiles',
  summary: 'All profiles, the newest first',
  tags: ['Administration'],
  request: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(24),
      cursor: z.string().max(400).optional(),
    }),
  },
  responses: {
    200: json(
      z.object({ data: z.array(ProfileAnswer), next_cursor: z.string().nullable() }),
      'A page of profiles',
    ),
    ...refusing(400, 401, 403),
  },
})

const change = createRoute({
  method: 'patch',
  path: '/admin/profiles/{id}',
  summary: 'Change a role; the last administrator and the designated one stay',
  tags: ['Administration'],
  request: { params: z.object({ id: z.string() }), ...body(z.object({ role: z.enum(ROLES) })) },
  responses: { 200: json(ProfileAnswer, 'The profile'), ...refusing(400, 401, 403, 404, 409) },
})

export const adminProfiles = newDoor()
  .openapi(list, async (c) => {
    const page = await listProfiles(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: page.profiles.map(toProfile), next_cursor: page.nextCursor }, 200)
  })
  .openapi(change, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(toProfile(await changeRole(c.get('ctx'), { id, role: c.req.valid('json').role })), 200)
  })
