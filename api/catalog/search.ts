import { z } from '@hono/zod-openapi'
import { PAGE_LIMIT } from '#core/catalog/product.ts'
import type { Context } from '#core/context.ts'
import { toDecimal } from '#core/money.ts'
import type { Region } from '#core/regions/regions.ts'
import { findRegion } from '#core/regions/terms.server.ts'
import { searchProducts } from '#core/search/search.server.ts'
import { MAX_PAGE_SIZE, SEARCH_SORTS, type SearchFilter, type SearchResults } from '#core/search/search.ts'
import { suggest } from '#core/search/suggest.server.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import {
  categoryParameter,
  GroupParam,
  IngredientParams,
  ProductResponse,
  RegionParam,
  readIngredients,
  toProductResponse,
} from './products.ts'
import { readWithStock } from './read-with-stock.ts'
import { sendSharedJson } from './shared-json.ts'

const PriceParam = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,4})?$/, 'Enter a price of 0 or more, such as 25 or 19.5.')
  .transform(Number)
  .optional()
  .describe('A decimal number in the currency of the region')

const SearchQuery = z.object({
  q: z.string(),
  category: categoryParameter,
  min_price: PriceParam,
  max_price: PriceParam,
  in_stock: z.enum(['true', 'false']).optional(),
  sort: z.enum(SEARCH_SORTS).optional().describe('Defaults to relevance'),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_LIMIT),
  cursor: z.string().max(400).optional(),
  ...IngredientParams,
  group: GroupParam,
  region: RegionParam,
})

const countFields = {
  count: z.number().int(),
  more: z.boolean().describe('Whether there may be more results than `count`'),
}

const SearchResponse = z
  .object({
    data: z.array(ProductResponse),
    next_cursor: z.string().nullable(),
    query: z.string(),
    showing: z.string().nullable().describe('The corrected search terms, if the query was corrected'),
    corrected: z.array(z.object({ from: z.string(), to: z.string() })),
    match: z.enum(['all', 'some', 'none']).describe('Whether results match all search terms, some, or none'),
    total: z.object(countFields),
    categories: z.array(z.object({ category: z.string(), ...countFields })),
    subcategories: z
      .array(z.object({ category: z.string(), ...countFields }))
      .describe('Those inside the category of the request, or beside it if it has a parent'),
    price_bands: z.array(
      z.object({
        min_price: z.number(),
        max_price: z.number().nullable(),
        currency: z.string(),
        ...countFields,
      }),
    ),
    nearby: z.array(z.string()).describe('Similar search terms, if nothing was found'),
    popular: z.array(ProductResponse).describe('Bestsellers, if nothing was found'),
  })
  .openapi('SearchResults')

const searchProductsRoute = defineRoute('Search', 'get', '/search', {
  operationId: 'searchProducts',
  access: 'public',
  summary: 'Search products, most relevant first, with typo correction and synonyms',
  request: { query: SearchQuery },
  responses: { 200: jsonResponse(SearchResponse, 'The search results'), ...errorResponses(400, 429) },
})

const suggestionsRoute = defineRoute('Search', 'get', '/search/suggestions', {
  access: 'public',
  summary: 'Suggest search terms and products while a shopper types',
  request: { query: z.object({ q: z.string().default(''), region: RegionParam }) },
  responses: {
    200: jsonResponse(
      z.object({
        completions: z.array(z.string()),
        corrected: z.string().nullable(),
        products: z.array(ProductResponse),
      }),
      'The suggestions',
    ),
    ...errorResponses(400, 429),
  },
})

export const searchApi = createRouter()
  .openapi(searchProductsRoute, async (c) => {
    const { region, ...query } = c.req.valid('query')
    const ctx = { ...c.get('ctx'), region: await findRegion(c.get('ctx'), region) }
    const filter = await toSearchFilter(ctx, query)
    const { value: results, products: found } = await readWithStock(c, {
      key: ['product search', ctx.region, filter],
      read: () => searchProducts(ctx, filter),
      productsOf: ({ products, popular }) => [...products, ...popular],
    })
    const key = [ctx.region, found.map(({ stock }) => stock)]
    return sendSharedJson(c, results, key, () => {
      const products = found.slice(0, results.products.length)
      const popular = found.slice(results.products.length)
      return toSearchResponse({ ...results, products, popular }, ctx.region)
    })
  })
  .openapi(suggestionsRoute, async (c) => {
    const { q, region } = c.req.valid('query')
    const ctx = { ...c.get('ctx'), region: await findRegion(c.get('ctx'), region) }
    const { completions, corrected, products } = await suggest(ctx, q)
    c.get('allowCaching')()
    return c.json(
      { completions, corrected, products: products.map((product) => toProductResponse(product, ctx.region)) },
      200,
    )
  })

type SearchParams = Omit<z.infer<typeof SearchQuery>, 'region'>

async function toSearchFilter(
  ctx: Context,
  { q, with: included, without, min_price, max_price, in_stock, group, ...rest }: SearchParams,
): Promise<SearchFilter> {
  const search = await readIngredients(ctx, { q, with: included, without })
  return {
    ...rest,
    // A text that only excludes is searched for as it is; `GET /products` lists without a text.
    q: search.q || q,
    ingredients: search.filter,
    grouped: group !== undefined,
    minPrice: toMinorUnits(min_price),
    maxPrice: toMinorUnits(max_price),
    inStock: in_stock === undefined ? undefined : in_stock === 'true',
  }
}

/** Price limits have up to four decimals, so the result can be a fraction. */
function toMinorUnits(price: number | undefined): number | undefined {
  return price === undefined ? undefined : Math.round(price * 10_000) / 100
}

function toSearchResponse(results: SearchResults, region: Region): z.infer<typeof SearchResponse> {
  const { currency } = region
  return {
    data: results.products.map((product) => toProductResponse(product, region)),
    next_cursor: results.nextCursor,
    query: results.query,
    showing: results.showing,
    corrected: results.corrected,
    match: results.match,
    total: results.total,
    categories: results.categories,
    subcategories: results.subcategories,
    price_bands: results.priceBands.map(({ min, max, ...count }) => ({
      min_price: toDecimal(min),
      max_price: max === null ? null : toDecimal(max),
      currency,
      ...count,
    })),
    nearby: results.nearby,
    popular: results.popular.map((product) => toProductResponse(product, region)),
  }
}
