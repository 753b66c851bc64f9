import { z } from '@hono/zod-openapi'
import { listCollection } from '#core/catalog/collections/collection-page.server.ts'
import { findCollection, listCollections } from '#core/catalog/collections/collections.server.ts'
import { PRODUCT_SORTS } from '#core/catalog/product.ts'
import { findProducts } from '#core/catalog/products.server.ts'
import { findRegion } from '#core/regions/terms.server.ts'
import { pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import { ProductResponse, RegionParam, toProductResponse } from './products.ts'
import { readWithStock } from './read-with-stock.ts'

const CollectionResponse = z
  .object({
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    url: z.string(),
    image_url: z.string().nullable(),
  })
  .openapi('Collection')

const list = defineRoute('Products', 'get', '/collections', {
  access: 'public',
  summary: 'List the collections by name',
  responses: {
    200: jsonResponse(z.object({ data: z.array(CollectionResponse) }), 'All collections that are not hidden'),
    ...errorResponses(429),
  },
})
const listOfProducts = defineRoute('Products', 'get', '/collections/{id}/products', {
  access: 'public',
  summary: 'List the products of a collection, one per family',
  description:
    'Products that staff chose are in their order and on one page. Others are in stock, and sorted as requested.',
  request: {
    params: z.object({ id: z.string().max(80).describe('The ID or the slug') }),
    query: z.object({
      sort: z.enum(PRODUCT_SORTS).optional().describe('Defaults to newest'),
      cursor: z.string().max(4000).optional(),
      region: RegionParam,
    }),
  },
  responses: {
    200: jsonResponse(pageResponse(ProductResponse), 'A page of products'),
    ...errorResponses(400, 404, 429),
  },
})

export const collections = createRouter()
  .openapi(list, async (c) => {
    const publicCollections = await c.get('readShared')(['collections'], () => listCollections(c.get('ctx')))
    const data = publicCollections.map(({ name, slug, description, picture }) => ({
      ...{ name, slug, description },
      url: `/collections/${slug}`,
      image_url: picture?.url ?? null,
    }))
    return c.json({ data }, 200)
  })
  .openapi(listOfProducts, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const { sort = 'newest', cursor, region } = c.req.valid('query')
    const { value: page, products } = await readWithStock(c, {
      key: ['collection products', id, sort, cursor],
      read: async () => {
        const { listings, nextCursor } = await listCollection(ctx, await findCollection(ctx, id), {
          sort,
          cursor,
        })
        return {
          nextCursor,
          products: await findProducts(
            ctx,
            listings.map(({ id }) => id),
          ),
        }
      },
      productsOf: (page) => page.products,
    })
    const pricedRegion = await findRegion(ctx, region)
    const data = products.map((product) => toProductResponse(product, pricedRegion))
    return c.json({ data, next_cursor: page.nextCursor }, 200)
  })
