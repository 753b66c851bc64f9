import { z } from '@hono/zod-openapi'
import { toPrice } from '#core/money.ts'
import { findRegion } from '#core/regions/terms.server.ts'
import {
  changeSample,
  createSample,
  removeSample,
  SampleChange,
  SampleDraft,
} from '#core/samples/manage-samples.server.ts'
import { listOfferedSamples } from '#core/samples/offered-samples.server.ts'
import { sampleProgress } from '#core/samples/sample.ts'
import { type AdminSample, findAdminSample, listSamples } from '#core/samples/sample-list.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { toApiRow } from '../codec/rows.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { RegionInput } from '../quote.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from '../responses.ts'
import { createRouter } from '../router.ts'
import { PriceResponse } from './products.ts'

const OfferedResponse = z
  .object({
    enabled: z.boolean().describe('Whether orders can have samples now'),
    choose: z.int().describe('How many samples an order can have'),
    minimum: PriceResponse.describe('The subtotal before discounts from which an order has samples'),
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        picture_url: z.string().nullable(),
        in_stock: z.boolean(),
      }),
    ),
  })
  .openapi('Samples')

const SampleResponse = z
  .object({
    id: z.string().describe('Of the sample’s product, which is never published'),
    name: z.string(),
    active: z.boolean().describe('Whether shoppers can choose it'),
    position: z.int().describe('Its place in the list of shoppers'),
    stock: z.int(),
    full_size_id: z.string(),
    full_size_name: z.string(),
    given: z.int().describe('Of the latest 5,000 orders with it, those that weren’t cancelled'),
    people: z.int().describe('Who got it'),
    buyers: z.int().describe('Those of them who ordered the full size afterwards'),
    created_at: z.iso.datetime(),
  })
  .openapi('Sample')

const byId = { params: z.object({ id: z.string().max(64) }) }
const { product, name, stock } = SampleDraft.shape

const listOffered = defineRoute('Products', 'get', '/samples', {
  access: 'public',
  operationId: 'listOfferedSamples',
  summary: 'List the free samples that orders can have, and the rule',
  request: { query: z.object({ region: RegionInput }) },
  responses: { 200: jsonResponse(OfferedResponse, 'The samples'), ...errorResponses(400) },
})
const list = defineRoute('Admin', 'get', '/admin/samples', {
  access: 'products.view',
  summary: 'List samples, with who got them and bought the full size',
  request: {
    query: pageQuery.extend({
      sort: z.enum(['position', 'name', 'stock', 'stock-down']).default('position'),
      filter: z.enum(['on', 'off', 'out']).optional().describe('`out`: out of stock'),
      q: z.string().max(200).optional(),
    }),
  },
  responses: { 200: jsonResponse(pageResponse(SampleResponse), 'A page of samples'), ...errorResponses(400) },
})
const create = defineRoute('Admin', 'post', '/admin/samples', {
  access: 'products.edit',
  summary: 'Create a sample of a product',
  description:
    'The sample is a product with the texts and photos of the full size. Initial stock also needs the permission to change stock.',
  request: jsonBody(
    z.strictObject({
      product: product.describe('The full size: its ID, slug, SKU, or name'),
      name: name.describe('By default the product’s name with “sample”'),
      stock: stock.describe('Initial stock'),
    }),
  ),
  responses: { 201: jsonResponse(SampleResponse, 'The sample'), ...errorResponses(400, 409) },
})
const read = defineRoute('Admin', 'get', '/admin/samples/{id}', {
  access: 'products.view',
  summary: 'Retrieve a sample',
  request: byId,
  responses: { 200: jsonResponse(SampleResponse, 'The sample'), ...errorResponses(404) },
})
const change = defineRoute('Admin', 'patch', '/admin/samples/{id}', {
  access: 'products.edit',
  summary: 'Turn a sample on or off, or move it',
  request: { ...byId, ...jsonBody(z.strictObject(SampleChange.shape)) },
  responses: { 200: jsonResponse(SampleResponse, 'The sample'), ...errorResponses(400, 404) },
})
const remove = defineRoute('Admin', 'delete', '/admin/samples/{id}', {
  access: 'products.edit',
  summary: 'Remove a sample and archive its product',
  request: byId,
  responses: { ...NO_CONTENT, ...errorResponses(404) },
})

export const samples = createRouter()
  .openapi(listOffered, async (c) => {
    const ctx = c.get('ctx')
    const region = await findRegion(ctx, c.req.valid('query').region)
    const { samples: rule } = await readStoreSettings(ctx.db, ctx.log)
    const offered = rule.enabled ? await listOfferedSamples(ctx) : []
    const { choose, minimum } = sampleProgress(rule, region, 0)
    const data = offered.map(({ productId: id, name, picture, inStock }) => {
      return { id, name, picture_url: picture && `${ctx.settings.origin}${picture.url}`, in_stock: inStock }
    })
    const price = toPrice({ amount: minimum, currency: region.currency })
    return c.json({ enabled: rule.enabled, choose, minimum: price, data }, 200)
  })
  .openapi(list, async (c) => {
    const { q: search, ...query } = c.req.valid('query')
    const { rows, next } = await listSamples(c.get('ctx'), { ...query, search })
    return c.json({ data: rows.map(toSample), next_cursor: next }, 200)
  })
  .openapi(create, async (c) => c.json(toSample(await createSample(c.get('ctx'), c.req.valid('json'))), 201))
  .openapi(read, async (c) =>
    c.json(toSample(await findAdminSample(c.get('ctx'), c.req.valid('param').id)), 200),
  )
  .openapi(change, async (c) => {
    const sample = await changeSample(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    return c.json(toSample(sample), 200)
  })
  .openapi(remove, async (c) => {
    await removeSample(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })

const toSample = ({ picture: _, ...sample }: AdminSample) => toApiRow(sample)
