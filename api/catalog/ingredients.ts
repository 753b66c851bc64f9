import { z } from '@hono/zod-openapi'
import { describeSubstance } from '#core/ingredients/substance.ts'
import {
  findSubstance,
  listSubstances,
  StoredFact,
  StoredFields,
  type StoredSubstance,
} from '#core/ingredients/substances.server.ts'
import { toApiRow, toApiShape } from '../codec/rows.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const { functions, origins, traits, description, labeledAs } = StoredFields.shape

/** The fields that the store and the back office show alike. */
export const IngredientFields = {
  id: z.string(),
  inci_name: z.string(),
  synonyms: z.array(z.string()),
  cas: z.array(z.string()).describe('CAS numbers'),
  ec: z.array(z.string()).describe('EC numbers'),
  functions: functions.describe('In CosIng’s vocabulary'),
  origins: origins.describe('Where it can come from. Empty if it depends on the supplier'),
  traits: traits.describe('Groups that shoppers look for or avoid'),
  ...toApiShape({ labeledAs: labeledAs.describe('The INCI name that the law puts on labels instead') }),
  facts: z
    .array(
      z.object(toApiShape(StoredFact.shape)).openapi('IngredientFact', {
        description:
          'What the law of a jurisdiction says, since a day. Labels name a fragrance allergen above the percentages. The list isn’t complete.',
      }),
    )
    .describe('With their authorities and dates'),
}
const IngredientResponse = z
  .object({ ...IngredientFields, description: description.describe('What it does, for shoppers') })
  .openapi('Ingredient')

export const IngredientQuery = pageQuery.extend({
  q: z.string().max(200).optional().describe('A part of an INCI name, a synonym, or a number'),
})

const list = defineRoute('Products', 'get', '/ingredients', {
  access: 'public',
  summary: 'List the dictionary of ingredients by INCI name',
  request: { query: IngredientQuery },
  responses: {
    200: jsonResponse(pageResponse(IngredientResponse), 'A page of ingredients'),
    ...errorResponses(400, 429),
  },
})
const read = defineRoute('Products', 'get', '/ingredients/{id}', {
  access: 'public',
  summary: 'Read an ingredient of the dictionary',
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: { 200: jsonResponse(IngredientResponse, 'The ingredient'), ...errorResponses(404, 429) },
})

export const ingredients = createRouter()
  .openapi(list, async (c) => {
    const { q, ...page } = c.req.valid('query')
    const { rows, next } = await listSubstances(c.get('ctx'), { ...page, search: q })
    return c.json({ data: rows.map(toIngredient), next_cursor: next }, 200)
  })
  .openapi(read, async (c) => {
    const substance = await findSubstance(c.get('ctx'), c.req.valid('param').id)
    return c.json(toIngredient(substance), 200)
  })

function toIngredient(substance: StoredSubstance): z.infer<typeof IngredientResponse> {
  return IngredientResponse.parse({
    ...toIngredientFields(substance),
    description: describeSubstance(substance),
  })
}

export function toIngredientFields({ name, facts, ...substance }: StoredSubstance) {
  return { ...toApiRow(substance), inci_name: name, facts: facts.map(toApiRow) }
}
