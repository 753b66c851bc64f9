import { z } from '@hono/zod-openapi'
import { findFamily } from '#core/catalog/families/families.server.ts'
import { FAMILY_OPTIONS } from '#core/catalog/families/family-options.ts'
import { OptionSettingsSchema } from '#core/catalog/families/option-settings.ts'
import { findRegion } from '#core/regions/terms.server.ts'
import { ErrorBody } from '../errors.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import { ProductResponse, RegionParam, toProductResponse } from './products.ts'
import { readWithStock } from './read-with-stock.ts'

const FamilyResponse = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    options: z.array(z.enum(FAMILY_OPTIONS)).describe('What tells its products apart'),
    option_settings: OptionSettingsSchema.describe('The name of each option, and how its values are shown'),
    members: z.array(ProductResponse).describe('The published products of the family, in their order'),
  })
  .openapi('Family')

const read = defineRoute('Products', 'get', '/families/{id}', {
  access: 'public',
  summary: 'Retrieve a family with its shades and sizes',
  request: {
    params: z.object({ id: z.string().describe('The ID or the slug') }),
    query: z.object({ region: RegionParam }),
  },
  responses: {
    200: jsonResponse(FamilyResponse, 'The family'),
    404: jsonResponse(ErrorBody, 'Family not found'),
    ...errorResponses(400, 429),
  },
})

export const families = createRouter().openapi(read, async (c) => {
  const ctx = c.get('ctx')
  const region = await findRegion(ctx, c.req.valid('query').region)
  const { id } = c.req.valid('param')
  const { value: family, products: members } = await readWithStock(c, {
    key: ['family', id],
    read: () => findFamily(ctx, id),
    productsOf: ({ members }) => members,
    tagsOf: ({ id, members }) => [id, ...members.map((member) => member.id)],
  })
  const { optionSettings: option_settings, ...rest } = family
  return c.json(
    { ...rest, option_settings, members: members.map((member) => toProductResponse(member, region)) },
    200,
  )
})
