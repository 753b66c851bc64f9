import { z } from '@hono/zod-openapi'
import { REQUIREMENTS } from '#core/compliance/duties.ts'
import { EMPTY_INFORMATION, INFORMATION_FIELDS } from '#core/compliance/information-fields.ts'
import { findDuties, listLackingProducts } from '#core/compliance/missing-information.server.ts'
import {
  type AdminInformation,
  findInformation,
  type InformationSubject,
} from '#core/compliance/product-information.server.ts'
import { deleteInformation, saveInformation } from '#core/compliance/save-information.server.ts'
import type { Context } from '#core/context.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { fromApiValues, requestSchemas, responseSchemas, toApiValues } from '../../codec/fields.ts'
import { toApiRow } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { withApiFields } from '../product-fields.ts'

const PERSONS = 'The IDs of the responsible persons by region. A region without one has its default.'
const InformationResponse = z
  .object({
    ...responseSchemas(INFORMATION_FIELDS),
    responsible_persons: z.partialRecord(z.enum(REGION_CODES), z.string()).describe(PERSONS),
    source: z
      .enum(['product', 'family'])
      .nullable()
      .describe('Whose information it is. Null if there is none yet'),
    edition: z.int().describe('Of its own information; 0 if it has none'),
  })
  .openapi('AdminProductInformation')
const InformationInput = z
  .strictObject({
    ...requestSchemas(INFORMATION_FIELDS),
    responsible_persons: z
      .partialRecord(z.enum(REGION_CODES), z.string().max(64).nullable())
      .describe(PERSONS),
    edition: z
      .int()
      .describe(
        'The `edition` you last read. If the information has changed since, the request fails with 409.',
      ),
  })
  .partial()
const DutyResponse = z
  .object({
    id: z.string(),
    region: z.enum(REGION_CODES),
    requirement: z.enum(REQUIREMENTS).describe('What a product needs to have'),
    authority: z.string().describe('The law, as reported. This is no legal advice'),
    url: z.string(),
    since: z.iso.date(),
    note: z.string(),
    every_product: z.boolean().describe('Whether it is about tools and accessories too'),
    missing: z.int().describe('How many published products lack it'),
    products: z.array(z.object({ id: z.string(), name: z.string() })).describe('A few of them'),
  })
  .openapi('LegalDuty')
const LackingResponse = z
  .object({ id: z.string(), name: z.string(), duties: z.array(z.string()) })
  .openapi('LackingProduct', {
    description: 'A product, and the IDs of the duties for which it lacks something',
  })

const byId = { params: z.object({ id: z.string().max(64) }) }
const information = { 200: jsonResponse(InformationResponse, 'The information') }
const ON = z.string().optional().describe('A day such as 2027-01-01. Defaults to today')

const read = defineRoute('Admin', 'get', '/admin/products/{id}/information', {
  access: 'products.view',
  summary: 'Retrieve what the law wants to know about a product: its own, or its family’s',
  request: byId,
  responses: { ...information, ...errorResponses(404) },
})
const replace = defineRoute('Admin', 'put', '/admin/products/{id}/information', {
  access: 'products.edit',
  summary: 'Replace the information of a product. Missing fields become empty.',
  request: { ...byId, ...jsonBody(InformationInput) },
  responses: { ...information, ...errorResponses(400, 404, 409) },
})
const remove = defineRoute('Admin', 'delete', '/admin/products/{id}/information', {
  access: 'products.edit',
  summary: 'Delete a product’s own information, so that it shares its family’s',
  request: byId,
  responses: { ...NO_CONTENT, ...errorResponses(404) },
})
const readFamily = defineRoute('Admin', 'get', '/admin/families/{id}/information', {
  access: 'products.view',
  summary: 'Retrieve the information that the products of a family share',
  request: byId,
  responses: { ...information, ...errorResponses(404) },
})
const replaceFamily = defineRoute('Admin', 'put', '/admin/families/{id}/information', {
  access: 'products.edit',
  summary: 'Replace the information that the products of a family share. Missing fields become empty.',
  request: { ...byId, ...jsonBody(InformationInput) },
  responses: { ...information, ...errorResponses(400, 404, 409) },
})
const duties = defineRoute('Admin', 'get', '/admin/legal-duties', {
  access: 'products.view',
  summary: 'List what the law of the store’s regions asks of products on a day, with how many lack it',
  request: { query: z.object({ on: ON }) },
  responses: {
    200: jsonResponse(z.object({ on: z.iso.date(), data: z.array(DutyResponse) }), 'The duties'),
    ...errorResponses(400),
  },
})
const lacking = defineRoute('Admin', 'get', '/admin/legal-duties/products', {
  access: 'products.view',
  summary: 'List published products that lack what a duty needs, or any duty, by name',
  request: {
    query: pageQuery.extend({
      duty: z.string().max(64).optional().describe('The ID of a duty'),
      on: ON,
    }),
  },
  responses: {
    200: jsonResponse(pageResponse(LackingResponse), 'A page of products'),
    ...errorResponses(400),
  },
})

export const productInformation = createRouter()
  .openapi(read, async (c) => {
    const subject = { kind: 'product', id: c.req.valid('param').id } as const
    return c.json(toInformation(await findInformation(c.get('ctx'), subject)), 200)
  })
  .openapi(replace, async (c) => {
    const subject = { kind: 'product', id: c.req.valid('param').id } as const
    return c.json(await replaceInformation(c.get('ctx'), subject, c.req.valid('json')), 200)
  })
  .openapi(remove, async (c) => {
    await deleteInformation(c.get('ctx'), { kind: 'product', id: c.req.valid('param').id })
    return c.body(null, 204)
  })
  .openapi(readFamily, async (c) => {
    const subject = { kind: 'family', id: c.req.valid('param').id } as const
    return c.json(toInformation(await findInformation(c.get('ctx'), subject)), 200)
  })
  .openapi(replaceFamily, async (c) => {
    const subject = { kind: 'family', id: c.req.valid('param').id } as const
    return c.json(await replaceInformation(c.get('ctx'), subject, c.req.valid('json')), 200)
  })
  .openapi(duties, async (c) => {
    const { on, duties } = await findDuties(c.get('ctx'), c.req.valid('query').on)
    const data = duties.map(({ everyProduct = false, count, ...duty }) => ({
      ...duty,
      every_product: everyProduct,
      missing: count,
    }))
    return c.json({ on, data }, 200)
  })
  .openapi(lacking, async (c) => {
    const { duty, on, ...page } = c.req.valid('query')
    const { rows, next } = await listLackingProducts(c.get('ctx'), { ...page, filter: duty, from: on })
    return c.json({ data: rows.map(toApiRow), next_cursor: next }, 200)
  })

async function replaceInformation(
  ctx: Context,
  subject: InformationSubject,
  { responsible_persons: responsiblePersons = {}, edition, ...input }: z.infer<typeof InformationInput>,
): Promise<z.infer<typeof InformationResponse>> {
  const values = { ...EMPTY_INFORMATION, ...fromApiValues(INFORMATION_FIELDS, input), responsiblePersons }
  return toInformation(await withApiFields(() => saveInformation(ctx, subject, values, edition)))
}

function toInformation({ values, source, edition }: AdminInformation): z.infer<typeof InformationResponse> {
  const { responsiblePersons: responsible_persons } = values
  return { ...toApiValues(INFORMATION_FIELDS, values), responsible_persons, source, edition }
}
