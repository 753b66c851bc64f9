import { z } from '@hono/zod-openapi'
import { CategoryDraft } from '#core/catalog/categories/category-draft.ts'
import {
  type AdminCategory,
  createCategory,
  deleteCategory,
  editCategory,
  listAdminCategories,
} from '#core/catalog/categories/manage-categories.server.ts'
import { fromApiBody, toApiRow, toApiShape, toResponse } from '../../codec/rows.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { withApiFields } from '../product-fields.ts'

const CategoryResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    picture_id: z.string().nullable(),
    hidden: z.boolean().describe('Hidden categories are in no list. Their products stay in the catalog.'),
    parent_id: z.string().nullable(),
    edition: z.int(),
    published: z.int().describe('Its own published products, without those of its children'),
    products: z.int().describe('Its own products, drafts and archived ones too'),
  })
  .openapi('AdminCategory')

const { name, slug, description, hidden, pictureId, parentId } = CategoryDraft.shape
const place = z
  .int()
  .min(1)
  .max(1000)
  .optional()
  .describe('Its place among the categories of its level and parent, from 1')
const NewCategory = z.strictObject({
  ...{ name, slug, description, hidden, place },
  ...toApiShape({ pictureId, parentId }),
})
const CategoryChange = z.strictObject({
  ...{ name: name.optional(), slug: slug.unwrap().optional(), place },
  ...{ description: description.unwrap().optional(), hidden: hidden.unwrap().optional() },
  ...toApiShape({ pictureId: pictureId.unwrap().optional(), parentId: parentId.unwrap().optional() }),
  edition: z
    .int()
    .optional()
    .describe('The `edition` you last read. If the category has changed since, the request fails with 409.'),
})
const byId = { params: z.object({ id: z.string().max(64) }) }

const list = defineRoute('Admin', 'get', '/admin/categories', {
  access: 'products.view',
  summary: 'List categories in their order, each followed by its children',
  responses: {
    200: jsonResponse(z.object({ data: z.array(CategoryResponse) }), 'All categories'),
    ...errorResponses(429),
  },
})
const create = defineRoute('Admin', 'post', '/admin/categories', {
  access: 'products.edit',
  summary: 'Create a category',
  request: jsonBody(NewCategory),
  responses: { 201: jsonResponse(CategoryResponse, 'The category'), ...errorResponses(400, 409) },
})
const change = defineRoute('Admin', 'patch', '/admin/categories/{id}', {
  access: 'products.edit',
  summary: 'Update or move a category',
  request: { ...byId, ...jsonBody(CategoryChange) },
  responses: { 200: jsonResponse(CategoryResponse, 'The category'), ...errorResponses(400, 404, 409) },
})
const remove = defineRoute('Admin', 'delete', '/admin/categories/{id}', {
  access: 'products.edit',
  summary: 'Delete a category, and move its products to another',
  request: {
    ...byId,
    query: z.object({
      move_to: z.string().max(64).optional().describe('The ID of the category for its products'),
    }),
  },
  responses: { 204: { description: 'The category is deleted' }, ...errorResponses(400, 404, 409) },
})

export const adminCategories = createRouter()
  .openapi(list, async (c) => {
    const categories = await listAdminCategories(c.get('ctx'))
    return c.json({ data: categories.map(toCategory) }, 200)
  })
  .openapi(create, async (c) => {
    const { place, ...draft } = fromApiBody(c.req.valid('json'))
    const category = await withApiFields(() => createCategory(c.get('ctx'), draft, place))
    return c.json(toCategory(category), 201)
  })
  .openapi(change, async (c) => {
    const category = await withApiFields(() =>
      editCategory(c.get('ctx'), c.req.valid('param').id, fromApiBody(c.req.valid('json'))),
    )
    return c.json(toCategory(category), 200)
  })
  .openapi(remove, async (c) => {
    await withApiFields(() =>
      deleteCategory(c.get('ctx'), c.req.valid('param').id, c.req.valid('query').move_to ?? null),
    )
    return c.body(null, 204)
  })

const toCategory = (category: AdminCategory) => toResponse(CategoryResponse, toApiRow(category))
