import { createRoute, z } from '@hono/zod-openapi'
import { CATEGORIES, PAGE_LIMIT } from '#core/catalog/product.ts'
import { toDecimal } from '#core/money.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { searchProducts } from '#core/search/search.server.ts'
import { MAX_PAGE_SIZE, SEARCH_SORTS, type SearchFilter, type SearchResults } from '#core/search/search.ts'
import { suggest } from '#core/search/suggest.server.ts'
import { queryResponses } from './errors.ts'
import { ProductResponse, RegionParam, toProductResponse } from './products.ts'
import { createRouter } from './router.ts'

const PriceParam = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,4})?$/, 'A price is a number from 0 on, such as 25 or 19.5.')
  .transform(Number)
  .optional()
  .describe('In the currency shown, as a decimal number')

const SearchQuery = z.object({
  q: z.string(),
  category: z.enum(CATEGORIES).optional(),
  min_price: PriceParam,
  max_price: PriceParam,
  in_stock: z.enum(['true', 'false']).optional(),
  sort: z.enum(SEARCH_SORTS).optional().describe('relevance unless said otherwise'),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_LIMIT),
  cursor: z.string().max(400).optional(),
  region: RegionParam,
})

const countFields = { count: z.number().int(), more: z.boolean().describe('There are at least so many') }

const SearchResponse = z
  .object({
    data: z.array(ProductResponse),
    next_cursor: z.string().nullable(),
    query: z.string(),
    showing: z.string().nullable().describe('The words that were searched for instead of those typed'),
    corrected: z.array(z.object({ from: z.string(), to: z.string() })),
    match: z.enum(['all', 'some', 'none']).describe('Whether all words were met, or only some'),
    total: z.object(countFields),
    categories: z.array(z.object({ category: z.enum(CATEGORIES), ...countFields })),
    price_bands: z.array(
      z.object({
        min_price: z.number(),
        max_price: z.number().nullable(),
        currency: z.string(),
        ...countFields,
      }),
    ),
    nearby: z.array(z.string()).describe('Where nothing is found: words of the shop that read nearly so'),
    popular: z.array(ProductResponse).describe('Where nothing is found: what others love'),
  })
  .openapi('SearchAnswer')

const searchProductsRoute = createRoute({
  method: 'get',
  path: '/search',
  summary: 'Products for some words, the best first; slips, plurals and other names are understood',
  tags: ['Search'],
  request: { query: SearchQuery },
  responses: queryResponses('What was found', SearchResponse),
})

const suggestionsRoute = createRoute({
  method: 'get',
  path: '/search/suggestions',
  summary: 'What somebody who is still typing may mean',
  tags: ['Search'],
  request: { query: z.object({ q: z.string().default(''), region: RegionParam }) },
  responses: queryResponses(
    'Words and products',
    z.object({
      completions: z.array(z.string()),
      corrected: z.string().nullable(),
      products: z.array(ProductResponse),
    }),
  ),
})

export const searchApi = createRouter()
  .openapi(searchProductsRoute, async (c) => {
    const { region, ...query } = c.req.valid('query')
    const ctx = { ...c.get('ctx'), region: region ?? c.get('ctx').region }
    const results = await searchProducts(ctx, toSearchFilter(query))
    c.get('allowCaching')()
    return c.json(toSearchResponse(results, ctx.region), 200)
  })
  .openapi(suggestionsRoute, async (c) => {
    const { q, region } = c.req.valid('query')
    const ctx = { ...c.get('ctx'), region: region ?? c.get('ctx').region }
    const { completions, corrected, products } = await suggest(ctx, q)
    c.get('allowCaching')()
    return c.json(
      { completions, corrected, products: products.map((product) => toProductResponse(product, ctx.region)) },
      200,
    )
  })

type SearchParams = Omit<z.infer<typeof SearchQuery>, 'region'>

function toSearchFilter({ min_price, max_price, in_stock, ...rest }: SearchParams): SearchFilter {
  return {
    ...rest,
    minPrice: min_price === undefined ? undefined : Math.round(min_price * 10_000) / 100,
    maxPrice: max_price === undefined ? undefined : Math.round(max_price * 10_000) / 100,
    inStock: in_stock === undefined ? undefined : in_stock === 'true',
  }
}

function toSearchResponse(
  results: SearchResults,
  region: keyof typeof REGIONS,
): z.infer<typeof SearchResponse> {
  const { currency } = REGIONS[region]
  return {
    data: results.products.map((product) => toProductResponse(product, region)),
    next_cursor: results.nextCursor,
    query: results.query,
    showing: results.showing,
    corrected: results.corrected,
    match: results.match,
    total: results.total,
    categories: results.categories,
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
