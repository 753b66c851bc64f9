import { z } from '@hono/zod-openapi'
import { deleteMyAccount } from '#core/privacy/delete-account.server.ts'
import { exportMyData, PersonalDataExport } from '#core/privacy/export-my-data.server.ts'
import { RETAINED_AFTER_ERASURE } from '#core/privacy/personal-data.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from './responses.ts'
import { createRouter } from './router.ts'

const OwnerProof = z.object({
  password: z.string().max(1000).optional().openapi({
    description:
      'Required, unless the account has only Google sign-in and signed in within the last 10 minutes.',
  }),
})

const Deletion = z
  .object({
    deleted: z.literal(true),
    retained: z.array(z.object({ what: z.string(), why: z.string(), how_long: z.string() })),
  })
  .openapi('AccountDeletion')

const exportData = defineRoute('Profile', 'post', '/profile/export', {
  access: 'customer',
  summary: 'Export everything stored about you',
  request: jsonBody(OwnerProof),
  responses: {
    200: jsonResponse(z.object(PersonalDataExport.shape).openapi('PersonalDataExport'), 'The data'),
    ...errorResponses(400, 429),
  },
})
const deleteAccount = defineRoute('Profile', 'post', '/profile/deletion', {
  access: 'customer',
  summary: 'Delete your account; returns what the law requires the store to keep',
  request: jsonBody(OwnerProof),
  responses: { 200: jsonResponse(Deletion, 'The account is deleted'), ...errorResponses(400, 409, 429) },
})

export const myData = createRouter()
  .openapi(exportData, async (c) => c.json(await exportMyData(c.get('ctx'), c.req.valid('json')), 200))
  .openapi(deleteAccount, async (c) => {
    await deleteMyAccount(c.get('ctx'), c.req.valid('json'))
    const retainedData = RETAINED_AFTER_ERASURE.map(({ what, why, howLong }) => ({
      what,
      why,
      how_long: howLong,
    }))
    return c.json({ deleted: true as const, retained: retainedData }, 200)
  })
