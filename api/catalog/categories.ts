import { z } from '@hono/zod-openapi'
import { listPublicCategories } from '#core/catalog/categories/categories.server.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const CategoryResponse = z
  .object({
    name: z.string(),
    slug: z.string(),
    parent: z.string().nullable().describe('The name of the category that it is in'),
    description: z.string(),
    image_url: z.string().nullable(),
    product_count: z.int().describe('Published products, with those of its children'),
  })
  .openapi('Category')

const list = defineRoute('Products', 'get', '/categories', {
  access: 'public',
  summary: 'List the categories in their order, each followed by its children',
  responses: {
    200: jsonResponse(z.object({ data: z.array(CategoryResponse) }), 'All categories that are not hidden'),
    ...errorResponses(429),
  },
})

export const categories = createRouter().openapi(list, async (c) => {
  const publicCategories = await c.get('readShared')(['public categories'], () =>
    listPublicCategories(c.get('ctx')),
  )
  const data = publicCategories.map(({ picture, count, ...category }) => ({
    ...category,
    image_url: picture?.url ?? null,
    product_count: count,
  }))
  return c.json({ data }, 200)
})
