import { z } from '@hono/zod-openapi'
import { listIngredientNames } from '#core/customers/avoid-list/ingredient-names.server.ts'
import { readProductIngredients } from '#core/customers/avoid-list/product-ingredients.server.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const keys = (text: string) =>
  z.array(z.string()).describe(`${text} IDs of ingredients, and names of groups such as \`fragrance\`.`)

const ProductKeysResponse = z
  .object({
    id: z.string(),
    contains: keys('What the label names.'),
    may_contain: keys('What only some units contain, such as a colorant.'),
    traces: keys('Allergens that the label doesn’t name, because there is too little of them.'),
    differs: keys('What some products of its family contain, but not all.'),
    is_complete: z
      .boolean()
      .describe('Whether all ingredients are known. If not, nothing is stated to be absent.'),
  })
  .openapi('ProductIngredients')

const ofProducts = defineRoute('Products', 'get', '/products/ingredients', {
  access: 'public',
  summary: 'List what products contain, to compare it with the ingredients that a shopper avoids',
  request: {
    query: z.object({
      ids: z
        .string()
        .max(2500)
        .transform((ids) => ids.split(',').sort())
        .default([])
        .describe('Up to 100 product IDs, separated by commas. Unpublished products are omitted.'),
    }),
  },
  responses: {
    200: jsonResponse(z.object({ data: z.array(ProductKeysResponse) }), 'The products'),
    ...errorResponses(400, 429),
  },
})
const names = defineRoute('Products', 'get', '/ingredients/names', {
  access: 'public',
  summary: 'List the names of all ingredients, at most 10,000',
  description:
    'A browser can suggest them without sending what is typed. `GET /ingredients` has all that is known of them, in pages.',
  responses: {
    200: jsonResponse(
      z.object({
        data: z.array(z.object({ id: z.string(), inci_name: z.string(), synonyms: z.array(z.string()) })),
      }),
      'The names',
    ),
    ...errorResponses(429),
  },
})

export const avoidedIngredients = createRouter()
  .openapi(ofProducts, async (c) => {
    const { ids } = c.req.valid('query')
    const products = await c.get('readShared')(['product ingredients', ids], () =>
      readProductIngredients(c.get('ctx'), ids),
    )
    const data = products.map(({ mayContain, isComplete, ...product }) => ({
      ...product,
      may_contain: mayContain,
      is_complete: isComplete,
    }))
    return c.json({ data }, 200)
  })
  .openapi(names, async (c) => {
    const ingredients = await listIngredientNames(c.get('ctx'))
    return c.json({ data: ingredients.map(({ name, ...rest }) => ({ ...rest, inci_name: name })) }, 200)
  })
