import { z } from '@hono/zod-openapi'
import {
  AvoidListDraft,
  deleteAvoidList,
  readAvoidList,
  type StoredAvoidList,
  saveAvoidList,
} from '#core/customers/avoid-list/avoid-list.server.ts'
import { AVOID_LIST_CONSENTS, CURRENT_CONSENT } from '#core/customers/avoid-list/avoid-list.ts'
import { GROUP_NAMES } from '#core/ingredients/formulas/ingredient-groups.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from '../responses.ts'
import { createRouter } from '../router.ts'

const AvoidListResponse = z
  .object({
    groups: z.array(z.enum(GROUP_NAMES)),
    ingredients: z.array(z.object({ id: z.string(), inci_name: z.string() })),
    consented_at: z.iso.datetime().nullable().describe('Null if the account has no list'),
  })
  .openapi('AvoidList')

const read = defineRoute('Profile', 'get', '/profile/avoid-list', {
  access: 'customer',
  summary: 'Retrieve the ingredients that you avoid',
  responses: { 200: jsonResponse(AvoidListResponse, 'The list, which is empty without consent') },
})
const save = defineRoute('Profile', 'put', '/profile/avoid-list', {
  access: 'customer',
  summary: 'Replace the ingredients that you avoid',
  request: jsonBody(
    AvoidListDraft.extend({
      ingredients: AvoidListDraft.shape.ingredients.describe('IDs of the dictionary, of `GET /ingredients`'),
      consent: z
        .boolean()
        .optional()
        .describe(
          `Required the first time: the customer has to agree to “${AVOID_LIST_CONSENTS[CURRENT_CONSENT]}”`,
        ),
    }),
  ),
  responses: { 200: jsonResponse(AvoidListResponse, 'The list'), ...errorResponses(400) },
})
const remove = defineRoute('Profile', 'delete', '/profile/avoid-list', {
  access: 'customer',
  summary: 'Delete the ingredients that you avoid, and withdraw the consent',
  responses: NO_CONTENT,
})

export const avoidList = createRouter()
  .openapi(read, async (c) => c.json(toAvoidList(await readAvoidList(c.get('ctx'))), 200))
  .openapi(save, async (c) => {
    const { consent, ...draft } = c.req.valid('json')
    return c.json(toAvoidList(await saveAvoidList(c.get('ctx'), draft, { consent })), 200)
  })
  .openapi(remove, async (c) => {
    await deleteAvoidList(c.get('ctx'))
    return c.body(null, 204)
  })

function toAvoidList(list: StoredAvoidList | null): z.infer<typeof AvoidListResponse> {
  return {
    groups: list?.groups ?? [],
    ingredients: (list?.ingredients ?? []).map(({ id, name }) => ({ id, inci_name: name })),
    consented_at: list?.consentedAt.toISOString() ?? null,
  }
}
