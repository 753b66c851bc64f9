import { z } from '@hono/zod-openapi'
import { Refusal } from '#core/errors.ts'
import { findCoverage } from '#core/ingredients/formulas/coverage.server.ts'
import { checkInciList, type InciCheck } from '#core/ingredients/list-check/check-inci.server.ts'
import {
  createSubstance,
  deleteSubstance,
  editSubstance,
  resetSubstance,
} from '#core/ingredients/manage-substances.server.ts'
import { MAX_INCI_NAMES, MAX_INCI_TEXT } from '#core/ingredients/parse-inci.ts'
import { SubstanceDraft } from '#core/ingredients/substance-draft.ts'
import { listAdminSubstances, type StoredSubstance } from '#core/ingredients/substances.server.ts'
import { IngredientFields, IngredientQuery, toIngredientFields } from '../../catalog/ingredients.ts'
import { fromApiBody, toApiRow, toApiShape } from '../../codec/rows.ts'
import { pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { withApiFields } from '../product-fields.ts'

const IngredientResponse = z
  .object({
    ...IngredientFields,
    description: z.string().describe('For shoppers. Empty: the sentences of its functions'),
    is_built_in: z.boolean().describe('Whether it came with the store, which updates it'),
    changed: z.array(z.string()).describe('The fields of a built-in one that updates leave alone'),
    edition: z.int(),
  })
  .openapi('AdminIngredient')

const { name, labeledAs, ...fields } = SubstanceDraft.shape
const NewIngredient = z.strictObject({ inci_name: name, ...fields, ...toApiShape({ labeledAs }) })
const EDITION = z
  .int()
  .optional()
  .describe('The `edition` you last read. If the ingredient has changed since, the request fails with 409.')
const IngredientChange = z.strictObject({
  inci_name: name.optional().describe('Not of a built-in one'),
  synonyms: fields.synonyms.unwrap().optional(),
  cas: fields.cas.unwrap().optional(),
  ec: fields.ec.unwrap().optional(),
  functions: fields.functions.unwrap().optional(),
  origins: fields.origins.unwrap().optional(),
  traits: fields.traits.unwrap().optional(),
  description: fields.description.unwrap().optional(),
  labeled_as: z.string().max(200).nullable().optional().describe('Not of a built-in one'),
  edition: EDITION,
})
const ParsedName = z
  .object({
    position: z.int().describe('In the list, from 1'),
    text: z.string().describe('As in the list'),
    name: z.string(),
    percent: z.number().nullable(),
    may_contain: z.boolean(),
    is_nano: z.boolean(),
    marks: z.array(z.string()).describe('Of footnotes'),
    // A nullable reference would be described as one that can't be null.
    ingredient: z
      .union([IngredientResponse, z.null()])
      .describe('Null if the dictionary doesn’t have the name'),
    suggestion: z
      .object({ id: z.string(), inci_name: z.string(), look_alikes: z.array(z.string()) })
      .nullable()
      .describe('What an unknown name may mean. `look_alikes` are its letters of other alphabets'),
  })
  .openapi('ParsedIngredient')
const ParsedList = z
  .object({
    ingredients: z.array(ParsedName),
    footnotes: z.array(z.object({ mark: z.string(), text: z.string() })),
    warnings: z.array(z.string()).describe('Of percentages that can’t be right'),
  })
  .openapi('ParsedIngredientList')
const byId = { params: z.object({ id: z.string().max(64) }) }

const list = defineRoute('Admin', 'get', '/admin/ingredients', {
  access: 'products.view',
  summary: 'List the dictionary of ingredients by INCI name',
  request: {
    query: IngredientQuery.extend({ show: z.enum(['allergens', 'yours', 'changed']).optional() }),
  },
  responses: {
    200: jsonResponse(pageResponse(IngredientResponse), 'A page of ingredients'),
    ...errorResponses(400, 429),
  },
})
const Counted = z.object({ id: z.string().nullable(), name: z.string(), products: z.int() })
const Named = z.object({ id: z.string(), name: z.string() })
const coverage = defineRoute('Admin', 'get', '/admin/ingredients/coverage', {
  access: 'products.view',
  summary: 'List what keeps the store from stating more about published products: the first 50 of each kind',
  responses: {
    200: jsonResponse(
      z
        .object({
          published: z.int(),
          with_formula: z.int(),
          complete: z.int().describe('Of which the dictionary knows all names'),
          without_formula: z.array(Named),
          unknown_names: z.array(Counted),
          unknown_origins: z.array(Counted).describe('Substances that may come from animals'),
          without_color_count: z.int(),
          without_color: z.array(Named).describe('Shades'),
        })
        .openapi('IngredientCoverage'),
      'The gaps',
    ),
    ...errorResponses(429),
  },
})
const create = defineRoute('Admin', 'post', '/admin/ingredients', {
  access: 'products.edit',
  summary: 'Add an ingredient to the dictionary',
  request: jsonBody(NewIngredient),
  responses: { 201: jsonResponse(IngredientResponse, 'The ingredient'), ...errorResponses(400, 409) },
})
const parse = defineRoute('Admin', 'post', '/admin/ingredients/parse', {
  access: 'products.view',
  summary: 'Compare an ingredient list with the dictionary. Nothing is saved.',
  request: jsonBody(
    z.strictObject({
      text: z
        .string()
        .describe(`As on the label. At most ${MAX_INCI_TEXT} characters and ${MAX_INCI_NAMES} names`),
    }),
  ),
  responses: { 200: jsonResponse(ParsedList, 'Its names, in order'), ...errorResponses(400, 429) },
})
const change = defineRoute('Admin', 'patch', '/admin/ingredients/{id}', {
  access: 'products.edit',
  summary: 'Update an ingredient. Updates of the store leave the changed fields of a built-in one alone.',
  request: { ...byId, ...jsonBody(IngredientChange) },
  responses: { 200: jsonResponse(IngredientResponse, 'The ingredient'), ...errorResponses(400, 404, 409) },
})
const reset = defineRoute('Admin', 'post', '/admin/ingredients/{id}/reset', {
  access: 'products.edit',
  summary: 'Give a built-in ingredient the values back that came with the store',
  request: { ...byId, ...jsonBody(z.strictObject({ edition: EDITION })) },
  responses: { 200: jsonResponse(IngredientResponse, 'The ingredient'), ...errorResponses(400, 404, 409) },
})
const remove = defineRoute('Admin', 'delete', '/admin/ingredients/{id}', {
  access: 'products.edit',
  summary: 'Delete an ingredient that you added',
  request: byId,
  responses: { 204: { description: 'The ingredient is deleted' }, ...errorResponses(404, 409) },
})

export const adminIngredients = createRouter()
  .openapi(list, async (c) => {
    const { q, show, ...page } = c.req.valid('query')
    const { rows, next } = await listAdminSubstances(c.get('ctx'), { ...page, search: q, filter: show })
    return c.json({ data: rows.map(toIngredient), next_cursor: next }, 200)
  })
  .openapi(coverage, async (c) => c.json(toApiRow(await findCoverage(c.get('ctx'))), 200))
  .openapi(create, async (c) => {
    const substance = await atApiFields(() => createSubstance(c.get('ctx'), toCoreInput(c.req.valid('json'))))
    return c.json(toIngredient(substance), 201)
  })
  .openapi(parse, async (c) => {
    return c.json(toParsedList(await checkInciList(c.get('ctx'), c.req.valid('json').text)), 200)
  })
  .openapi(change, async (c) => {
    const { id } = c.req.valid('param')
    const substance = await atApiFields(() =>
      editSubstance(c.get('ctx'), id, toCoreInput(c.req.valid('json'))),
    )
    return c.json(toIngredient(substance), 200)
  })
  .openapi(reset, async (c) => {
    const { id } = c.req.valid('param')
    const substance = await resetSubstance(c.get('ctx'), id, c.req.valid('json').edition)
    return c.json(toIngredient(substance), 200)
  })
  .openapi(remove, async (c) => {
    await deleteSubstance(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })

function toCoreInput<Body extends { inci_name?: string | undefined }>({ inci_name: name, ...body }: Body) {
  return { ...fromApiBody(body), ...(name !== undefined && { name }) }
}

function atApiFields<Result>(write: () => Promise<Result>): Promise<Result> {
  return withApiFields(write).catch((error: unknown) => {
    if (!(error instanceof Refusal) || !error.fields?.name) throw error
    const { name: inci_name, ...others } = error.fields
    throw new Refusal(error.code, error.message, { inci_name, ...others })
  })
}

function toIngredient(substance: StoredSubstance): z.infer<typeof IngredientResponse> {
  return IngredientResponse.parse(toIngredientFields(substance))
}

function toParsedList({ entries, ...list }: InciCheck): z.infer<typeof ParsedList> {
  const ingredients = entries.map(({ substance, suggestion, ...entry }) => ({
    ...toApiRow(entry),
    ingredient: substance && toIngredient(substance),
    suggestion: suggestion && {
      id: suggestion.id,
      inci_name: suggestion.name,
      look_alikes: suggestion.lookAlikes,
    },
  }))
  return { ...list, ingredients }
}
