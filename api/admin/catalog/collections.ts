import { z } from '@hono/zod-openapi'
import { CollectionDraft, CollectionRule } from '#core/catalog/collections/collection.ts'
import {
  type AdminCollection,
  createCollection,
  deleteCollection,
  editCollection,
  listAdminCollections,
} from '#core/catalog/collections/manage-collections.server.ts'
import { fromApiBody, toApiRow, toApiShape, toResponse } from '../../codec/rows.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { withApiFields } from '../product-fields.ts'

const RuleResponse = z
  .object({
    brand: z.string(),
    keyword: z.string(),
    category: z.string(),
    min_price: z.int().nullable().describe('In US cents'),
    max_price: z.int().nullable().describe('In US cents'),
    new_days: z.int().nullable(),
    reduced: z.boolean().describe('Only products with a compare-at price'),
  })
  .openapi('CollectionRule')
const CollectionResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    picture_id: z.string().nullable(),
    hidden: z.boolean(),
    edition: z.int(),
    rule: RuleResponse.nullable().describe(
      'Products meet all its conditions. Null if staff choose the products.',
    ),
    product_ids: z.array(z.string()).describe('That staff chose, in their order'),
  })
  .openapi('AdminCollection')

const RuleInput = z.strictObject(toApiShape(CollectionRule.shape)).nullable()
const { name, slug, description, hidden, pictureId, productIds } = CollectionDraft.shape
const NewCollection = z.strictObject({
  ...{ name, slug, description, hidden },
  ...toApiShape({ pictureId, productIds }),
  rule: RuleInput.default(null),
})
const CollectionChange = z.strictObject({
  ...{ name: name.optional(), slug: slug.unwrap().optional(), description: description.unwrap().optional() },
  hidden: hidden.unwrap().optional(),
  ...toApiShape({
    pictureId: pictureId.unwrap().optional(),
    productIds: productIds.unwrap().optional(),
  }),
  rule: RuleInput.optional(),
  edition: z
    .int()
    .optional()
    .describe(
      'The `edition` you last read. If the collection has changed since, the request fails with 409.',
    ),
})
const byId = { params: z.object({ id: z.string().max(64) }) }

const list = defineRoute('Admin', 'get', '/admin/collections', {
  access: 'products.view',
  summary: 'List collections by name',
  responses: {
    200: jsonResponse(z.object({ data: z.array(CollectionResponse) }), 'All collections'),
    ...errorResponses(429),
  },
})
const create = defineRoute('Admin', 'post', '/admin/collections', {
  access: 'products.edit',
  summary: 'Create a collection of chosen products, or of those that meet a rule',
  request: jsonBody(NewCollection),
  responses: { 201: jsonResponse(CollectionResponse, 'The collection'), ...errorResponses(400, 409) },
})
const change = defineRoute('Admin', 'patch', '/admin/collections/{id}', {
  access: 'products.edit',
  summary: 'Update a collection',
  request: { ...byId, ...jsonBody(CollectionChange) },
  responses: { 200: jsonResponse(CollectionResponse, 'The collection'), ...errorResponses(400, 404, 409) },
})
const remove = defineRoute('Admin', 'delete', '/admin/collections/{id}', {
  access: 'products.edit',
  summary: 'Delete a collection. Its products stay in the catalog.',
  request: byId,
  responses: { 204: { description: 'The collection is deleted' }, ...errorResponses(404) },
})

export const adminCollections = createRouter()
  .openapi(list, async (c) => {
    const collections = await listAdminCollections(c.get('ctx'))
    return c.json({ data: collections.map(toCollection) }, 200)
  })
  .openapi(create, async (c) => {
    const collection = await withApiFields(() =>
      createCollection(c.get('ctx'), toCoreInput(c.req.valid('json'))),
    )
    return c.json(toCollection(collection), 201)
  })
  .openapi(change, async (c) => {
    const { id } = c.req.valid('param')
    const collection = await withApiFields(() =>
      editCollection(c.get('ctx'), id, toCoreInput(c.req.valid('json'))),
    )
    return c.json(toCollection(collection), 200)
  })
  .openapi(remove, async (c) => {
    await deleteCollection(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })

function toCoreInput<Body extends { rule?: z.infer<typeof RuleInput> }>({ rule, ...body }: Body) {
  return { ...fromApiBody(body), ...(rule !== undefined && { rule: rule && fromApiBody(rule) }) }
}

function toCollection({ rule, ...collection }: AdminCollection): z.infer<typeof CollectionResponse> {
  return toResponse(CollectionResponse, { ...toApiRow(collection), rule: rule && toApiRow(rule) })
}
