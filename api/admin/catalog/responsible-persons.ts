import { z } from '@hono/zod-openapi'
import {
  createResponsiblePerson,
  deleteResponsiblePerson,
  editResponsiblePerson,
} from '#core/compliance/manage-responsible-persons.server.ts'
import {
  findResponsiblePerson,
  listResponsiblePersons,
  type ResponsiblePerson,
} from '#core/compliance/responsible-persons.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { ContactFields } from '../../catalog/product-information.ts'
import { fromApiBody, toApiRow } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { withApiFields } from '../product-fields.ts'

const regions = z.array(z.enum(REGION_CODES))
const personFields = {
  ...ContactFields,
  regions: regions.describe('Where they may answer for products'),
  default_regions: regions.describe(
    'Where they answer for all products that name no other person. A region’s new default takes the place of the former one.',
  ),
}
const PersonResponse = z
  .object({ id: z.string(), ...personFields, edition: z.int() })
  .openapi('ResponsiblePerson')
const NewPerson = z.strictObject({
  ...personFields,
  default_regions: personFields.default_regions.default([]),
})
const PersonChange = z
  .strictObject(personFields)
  .partial()
  .extend({
    edition: z
      .int()
      .optional()
      .describe('The `edition` you last read. If the person has changed since, the request fails with 409.'),
  })
const byId = { params: z.object({ id: z.string().max(64) }) }

const list = defineRoute('Admin', 'get', '/admin/responsible-persons', {
  access: 'products.view',
  summary: 'List the persons who answer for products in a region, by name',
  request: { query: pageQuery },
  responses: {
    200: jsonResponse(pageResponse(PersonResponse), 'A page of responsible persons'),
    ...errorResponses(400),
  },
})
const create = defineRoute('Admin', 'post', '/admin/responsible-persons', {
  access: 'products.edit',
  summary: 'Add a responsible person',
  request: jsonBody(NewPerson),
  responses: { 201: jsonResponse(PersonResponse, 'The responsible person'), ...errorResponses(400, 409) },
})
const read = defineRoute('Admin', 'get', '/admin/responsible-persons/{id}', {
  access: 'products.view',
  summary: 'Retrieve a responsible person',
  request: byId,
  responses: { 200: jsonResponse(PersonResponse, 'The responsible person'), ...errorResponses(404) },
})
const change = defineRoute('Admin', 'patch', '/admin/responsible-persons/{id}', {
  access: 'products.edit',
  summary: 'Update a responsible person. A region stays while products name the person for it.',
  request: { ...byId, ...jsonBody(PersonChange) },
  responses: {
    200: jsonResponse(PersonResponse, 'The responsible person'),
    ...errorResponses(400, 404, 409),
  },
})
const remove = defineRoute('Admin', 'delete', '/admin/responsible-persons/{id}', {
  access: 'products.edit',
  summary: 'Delete a responsible person whom no product names',
  request: byId,
  responses: { 204: { description: 'The responsible person is deleted' }, ...errorResponses(404, 409) },
})

export const responsiblePersons = createRouter()
  .openapi(list, async (c) => {
    const { rows, next } = await listResponsiblePersons(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: rows.map(toPerson), next_cursor: next }, 200)
  })
  .openapi(create, async (c) => {
    const input = fromApiBody(c.req.valid('json'))
    const person = await withApiFields(() => createResponsiblePerson(c.get('ctx'), input))
    return c.json(toPerson(person), 201)
  })
  .openapi(read, async (c) => {
    return c.json(toPerson(await findResponsiblePerson(c.get('ctx'), c.req.valid('param').id)), 200)
  })
  .openapi(change, async (c) => {
    const input = fromApiBody(c.req.valid('json'))
    const { id } = c.req.valid('param')
    const person = await withApiFields(() => editResponsiblePerson(c.get('ctx'), id, input))
    return c.json(toPerson(person), 200)
  })
  .openapi(remove, async (c) => {
    await deleteResponsiblePerson(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })

const toPerson = (person: ResponsiblePerson): z.infer<typeof PersonResponse> => toApiRow(person)
