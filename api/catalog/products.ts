import { z } from '@hono/zod-openapi'
import { MAX_CATEGORY_NAME } from '#core/catalog/categories/category.ts'
import { COLOR_GROUPS } from '#core/catalog/listings/listing.ts'
import { countListings, listCardProducts } from '#core/catalog/listings/listings.server.ts'
import { PAGE_LIMIT, PRODUCT_SORTS, type Product } from '#core/catalog/product.ts'
import { OPTION_FIELDS, PUBLIC_FIELDS } from '#core/catalog/product-fields.ts'
import { countProducts, findProducts, listProducts, type ProductList } from '#core/catalog/products.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { omitFields } from '#core/fields/fields.ts'
import { GROUP_NAMES } from '#core/ingredients/formulas/ingredient-groups.ts'
import { splitNames } from '#core/ingredients/formulas/split-names.ts'
import { CURRENCIES } from '#core/money.ts'
import { formatPrice, REGION_CODES, type Region } from '#core/regions/regions.ts'
import { findRegion } from '#core/regions/terms.server.ts'
import { type IngredientQuery, readIngredientQuery } from '#core/search/ingredient-query.server.ts'
import { searchProducts } from '#core/search/search.server.ts'
import { findProductDetails } from '#core/storefront/product-details.server.ts'
import { responseSchemas, toApiValues } from '../codec/fields.ts'
import { ErrorBody } from '../errors.ts'
import { pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import { InformationResponse, toInformationResponse } from './product-information.ts'
import { IngredientFields, toIngredientFields } from './product-ingredients.ts'
import { readWithStock } from './read-with-stock.ts'
import { sendSharedJson } from './shared-json.ts'

export const PriceResponse = z
  .object({ amount: z.number().int(), display: z.string(), currency: z.enum(CURRENCIES) })
  .openapi('Price', { example: { amount: 6800, display: '$68.00', currency: 'usd' } })

export const SizeSchema = z.object({
  quantity: z.number(),
  unit: z.string().describe('Such as ml, g, oz, or pieces'),
})

export const ShadeSchema = z.object({
  name: z.string(),
  code: z.string().nullable(),
  color: z.string().nullable().describe('Such as #8c3a4f'),
  finish: z.string().nullable(),
})

const PLAIN_FIELDS = omitFields(PUBLIC_FIELDS, [...OPTION_FIELDS, 'featured'])

export const ProductResponse = z
  .object({
    ...responseSchemas(PLAIN_FIELDS),
    category: z.string(),
    id: z.string(),
    slug: z.string(),
    url: z.string().describe('The path of the product page'),
    image_url: z.string(),
    in_stock: z.boolean(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    stock: z.number().int(),
    rating: z.number().nullable(),
    review_count: z.number().int(),
    images: z.array(z.string()),
    size: SizeSchema.nullable(),
    shade: ShadeSchema.nullable(),
    family: z
      .object({ id: z.string(), name: z.string(), slug: z.string() })
      .nullable()
      .describe('The family whose shade, size, or other option this product is'),
    options: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .describe('What tells it from the others of its family, such as Scent: Fig'),
    display_price: PriceResponse,
  })
  .openapi('Product')

const ProductDetails = ProductResponse.extend({
  ...IngredientFields,
  information: z
    .union([InformationResponse, z.null()])
    .describe('Null if the store has entered none. Only of a single product, not in lists'),
}).openapi('ProductDetails')

export const RegionParam = z
  .enum(REGION_CODES)
  .optional()
  .describe('Sets the currency of prices. Defaults to the region cookie, then to US.')

/** Names of ingredients or groups. */
export const IngredientParams = {
  with: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Ingredients that a product has, by name or group, separated by commas: `niacinamide,panthenol`. At most 10',
    ),
  without: z
    .string()
    .max(1000)
    .optional()
    .describe(
      `Ingredients that it doesn’t have, not even as a trace. Products of which not all ingredients are known don’t match. Groups are ${GROUP_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
    ),
}

export const GroupParam = z
  .enum(['family'])
  .optional()
  .describe('With `family`, returns one product per family: the first one in stock, or the best match.')

export const categoryParameter = z
  .string()
  .min(1)
  .max(MAX_CATEGORY_NAME)
  .optional()
  .describe('The name of a category, such as `Skincare`. Includes the products of its children.')

const ProductListQuery = z.object({
  category: categoryParameter,
  sort: z.enum(PRODUCT_SORTS).optional().describe('Defaults to newest'),
  in_stock: z.enum(['true', 'false']).optional(),
  ids: z
    .string()
    .max(2500)
    .transform((ids) => ids.split(','))
    .optional()
    .describe('Up to 100 product IDs, separated by commas. Unpublished products are omitted.'),
  limit: z.coerce.number().int().min(1).max(100).default(PAGE_LIMIT),
  // Holds the last product name of the previous page, which can be long.
  cursor: z.string().max(4000).optional(),
  q: z.string().optional().describe('Search terms. Results are sorted by relevance unless `sort` is set.'),
  color: z.enum(COLOR_GROUPS).optional().describe('A shade of this color group, with `group=family` or `q`'),
  size: z.string().max(40).optional().describe('Such as 50 ml, with `group=family` or `q`'),
  ...IngredientParams,
  group: GroupParam,
  count: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'With `true`, `total` is the number of products on all pages. Not for searches: `GET /search` counts those.',
    ),
  region: RegionParam,
})

const list = defineRoute('Products', 'get', '/products', {
  access: 'public',
  summary: 'List published products',
  request: { query: ProductListQuery },
  responses: {
    200: jsonResponse(
      pageResponse(ProductResponse).extend({
        total: z.number().int().optional().describe('With `count=true`'),
      }),
      'A page of products',
    ),
    ...errorResponses(400, 429),
  },
})

const read = defineRoute('Products', 'get', '/products/{id}', {
  access: 'public',
  summary: 'Retrieve a published product',
  request: {
    params: z.object({ id: z.string().describe('The ID or the slug') }),
    query: z.object({ region: RegionParam }),
  },
  responses: {
    200: jsonResponse(ProductDetails, 'The product'),
    404: jsonResponse(ErrorBody, 'Product not found'),
    ...errorResponses(400, 429),
  },
})

export const products = createRouter()
  .openapi(list, async (c) => {
    const { region, ids, ...query } = c.req.valid('query')
    const { color, size, group, q, count } = query
    const ctx = c.get('ctx')
    if ((color || size) && !group && !q?.trim())
      throw invalidInput(color ? 'color' : 'size', 'Use this filter with group=family, or in a search.')
    if (count === 'true' && (ids || q?.trim()))
      throw invalidInput(
        'count',
        'Lists by `ids` are complete, and `GET /search` counts the results of a search.',
      )
    const { value: page, products } = ids
      ? await findPageOf(ctx, ids)
      : await readWithStock(c, {
          key: ['products', ctx.region, query],
          read: () => findPage(ctx, query),
          productsOf: (page) => page.products,
        })
    const pricedRegion = await findRegion(ctx, region)
    const key = [pricedRegion, products.map(({ stock }) => stock)]
    return sendSharedJson(c, page, key, () => ({
      data: products.map((product) => toProductResponse(product, pricedRegion)),
      next_cursor: page.nextCursor,
      ...(page.total !== undefined && { total: page.total }),
    }))
  })
  .openapi(read, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const { value, products } = await readWithStock(c, {
      key: ['product', id],
      read: () => findProductDetails(ctx, id),
      productsOf: ({ product }) => [product],
      tagsOf: ({ product: { id, family } }) => (family ? [id, family.id] : [id]),
    })
    const [product = value.product] = products
    const region = await findRegion(ctx, c.req.valid('query').region)
    return c.json(
      {
        ...toProductResponse(product, region),
        ...toIngredientFields(value.label),
        information: toInformationResponse(value.details, region.code),
      },
      200,
    )
  })

type PageQuery = Omit<z.infer<typeof ProductListQuery>, 'region' | 'ids'>

type CountedPage = ProductList & { total?: number }

async function findPageOf(ctx: Context, ids: string[]): Promise<{ value: CountedPage; products: Product[] }> {
  const products = await findProducts(ctx, ids)
  return { value: { products, nextCursor: null }, products }
}

/** Refuses unknown names, so that no typing error passes for an absent ingredient. */
export async function readIngredients(
  ctx: Context,
  query: { q: string; with?: string | undefined; without?: string | undefined },
): Promise<IngredientQuery> {
  const names = { with: splitNames(query.with), without: splitNames(query.without) }
  const search = await readIngredientQuery(ctx, { q: query.q, ...names })
  for (const field of ['with', 'without'] as const) {
    const [name] = search.unknown[field]
    if (name)
      throw invalidInput(
        field,
        `The dictionary has no ingredient “${name}”. \`GET /ingredients?q=\` finds names.`,
      )
  }
  return search
}

async function findPage(
  ctx: Context,
  { in_stock, sort, q = '', group, color, size, count, with: included, without, ...rest }: PageQuery,
): Promise<CountedPage> {
  const inStock = in_stock === undefined ? undefined : in_stock === 'true'
  const search = await readIngredients(ctx, { q, with: included, without })
  const filter = { ...rest, inStock, colorGroup: color, size, ingredients: search.filter }
  if (search.q.trim()) {
    const { products, nextCursor } = await searchProducts(ctx, {
      ...filter,
      q: search.q,
      sort,
      grouped: group !== undefined,
    })
    return { products, nextCursor }
  }
  const [list, total] = await Promise.all([
    (group ? listCardProducts : listProducts)(ctx, { ...filter, sort: sort ?? 'newest' }),
    count === 'true' ? (group ? countListings : countProducts)(ctx, filter) : undefined,
  ])
  return { ...list, total }
}

export function toProductResponse(product: Product, region: Region): z.infer<typeof ProductResponse> {
  return {
    ...toApiValues(PLAIN_FIELDS, product),
    id: product.id,
    slug: product.slug,
    url: `/product/${product.slug}`,
    image_url: product.image.url,
    in_stock: product.inStock,
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
    stock: product.stock,
    rating: product.rating,
    review_count: product.reviewCount,
    images: product.images.map(({ url }) => url),
    size: product.size,
    options: product.options,
    shade: product.shade,
    family: product.family,
    display_price: formatPrice(product.price, region),
  }
}
