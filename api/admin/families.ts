import { z } from '@hono/zod-openapi'
import { findMembers } from '#core/catalog/admin-products.server.ts'
import {
  type AdminFamily,
  findAdminFamily,
  listAdminFamilies,
} from '#core/catalog/families/admin-families.server.ts'
import { changeFamily } from '#core/catalog/families/change-family.server.ts'
import {
  EMPTY_MEMBER,
  FAMILY_FIELDS,
  FamilyDraft,
  FamilyFields,
  type MemberDraft,
} from '#core/catalog/families/family.ts'
import { createFamily } from '#core/catalog/families/save-family.server.ts'
import { PRODUCT_FIELDS } from '#core/catalog/product-fields.ts'
import type { Context } from '#core/context.ts'
import { parseForm } from '#core/errors.ts'
import { pickFields } from '#core/fields/fields.ts'
import { amountInput, fromApiValues, responseSchemas, toApiValues } from '../codec/fields.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import { withApiFields } from './product-fields.ts'
import { AdminProductResponse, OptionsInput, toAdminProductResponse, toOptions } from './products.ts'

const MemberInput = OptionsInput.extend({ price: amountInput })
const productIds = z.array(z.string()).max(200)
const familyFields = {
  ...responseSchemas(FAMILY_FIELDS),
  options: FamilyFields.shape.options.describe('What tells its products apart, in order: up to three'),
  option_settings: FamilyFields.shape.optionSettings.describe(
    'The name of each option, and how its values are shown. `option1` to `option3` need a name.',
  ),
}
const FamilyInput = z.object({
  ...familyFields,
  brand: familyFields.brand.default(''),
  tagline: familyFields.tagline.default(''),
  description: familyFields.description.default(''),
  benefits: familyFields.benefits.default([]),
  how_to_use: familyFields.how_to_use.default([]),
  option_settings: familyFields.option_settings.optional(),
  members: z.array(MemberInput).optional().describe('New products to create, as drafts'),
  product_ids: productIds
    .optional()
    .describe('Existing products to add. Each has its shade, size, and other options already.'),
})
const FamilyChangeInput = z
  .object(familyFields)
  .partial()
  .extend({
    edition: z
      .number()
      .int()
      .optional()
      .describe('The `edition` you last read. If the family has changed since, the request fails with 409.'),
    members: z.array(MemberInput).optional().describe('New products to create, as drafts'),
    product_ids: productIds.optional().describe('Existing products to add'),
    remove: productIds
      .optional()
      .describe('Products that leave the family. They stay in the catalog with the family’s text.'),
    order: productIds.optional().describe('Products in their new order. Those that are missing come last.'),
  })

const summaryFields = {
  ...familyFields,
  id: z.string(),
  slug: z.string(),
  edition: z.number().int(),
  member_count: z.number().int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}
const FamilySummary = z.object(summaryFields).openapi('FamilySummary')
const AdminFamilyResponse = z
  .object({ ...summaryFields, members: z.array(AdminProductResponse) })
  .openapi('FamilySheet')

const byId = { params: z.object({ id: z.string() }) }

const list = defineRoute('Admin', 'get', '/admin/families', {
  access: 'products.view',
  summary: 'List families, newest first',
  request: { query: pageQuery },
  responses: { 200: jsonResponse(pageResponse(FamilySummary), 'A page of families'), ...errorResponses(400) },
})
const read = defineRoute('Admin', 'get', '/admin/families/{id}', {
  access: 'products.view',
  summary: 'Retrieve a family with all its products, including drafts',
  request: byId,
  responses: { 200: jsonResponse(AdminFamilyResponse, 'The family'), ...errorResponses(404) },
})
const create = defineRoute('Admin', 'post', '/admin/families', {
  access: 'products.edit',
  summary: 'Create a family from new products, existing products, or both',
  request: jsonBody(FamilyInput),
  responses: { 201: jsonResponse(AdminFamilyResponse, 'The family'), ...errorResponses(400, 409) },
})
const change = defineRoute('Admin', 'patch', '/admin/families/{id}', {
  access: 'products.edit',
  summary: 'Update a family, and add, remove, or reorder its products. All of it happens, or nothing.',
  request: { ...byId, ...jsonBody(FamilyChangeInput) },
  responses: {
    200: jsonResponse(AdminFamilyResponse, 'The family'),
    204: { description: 'The last product left, so the family is deleted' },
    ...errorResponses(400, 404, 409),
  },
})

export const adminFamilies = createRouter()
  .openapi(list, async (c) => {
    const { rows, next } = await listAdminFamilies(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: rows.map(toFamilySummary), next_cursor: next }, 200)
  })
  .openapi(read, async (c) => c.json(await readFamily(c.get('ctx'), c.req.valid('param').id), 200))
  .openapi(create, async (c) => {
    const { members, product_ids = [], ...input } = c.req.valid('json')
    const products = product_ids.map((productId) => ({ productId }))
    const { id } = await withApiFields(async () => {
      const draft = parseForm(FamilyDraft, toFamilyChange(input))
      return createFamily(c.get('ctx'), { draft, members: toMembers(members), products })
    })
    return c.json(await readFamily(c.get('ctx'), id), 201)
  })
  .openapi(change, async (c) => {
    const { members, product_ids, remove, order, edition, ...input } = c.req.valid('json')
    const { id } = c.req.valid('param')
    const familyChange = {
      draft: { ...toFamilyChange(input), edition },
      members: toMembers(members),
      joining: product_ids,
      leaving: remove,
      order,
    }
    await withApiFields(() => changeFamily(c.get('ctx'), id, familyChange))
    return remove && !(await findMembers(c.get('ctx'), id)).length
      ? c.body(null, 204)
      : c.json(await readFamily(c.get('ctx'), id), 200)
  })

async function readFamily(ctx: Context, id: string): Promise<z.infer<typeof AdminFamilyResponse>> {
  const family = await findAdminFamily(ctx, id)
  return { ...toFamilySummary(family), members: (await findMembers(ctx, id)).map(toAdminProductResponse) }
}

function toFamilyChange({
  options,
  option_settings: optionSettings,
  ...input
}: Partial<z.infer<typeof FamilyInput>>): Partial<FamilyDraft> {
  return {
    ...fromApiValues(FAMILY_FIELDS, input),
    ...(options && { options }),
    ...(optionSettings && { optionSettings }),
  }
}

function toFamilySummary(family: AdminFamily): z.infer<typeof FamilySummary> {
  return {
    ...toApiValues(FAMILY_FIELDS, family),
    id: family.id,
    slug: family.slug,
    edition: family.edition,
    options: family.options,
    option_settings: family.optionSettings,
    member_count: family.members,
    created_at: family.createdAt.toISOString(),
    updated_at: family.updatedAt.toISOString(),
  }
}

const MEMBER_FIELDS = pickFields(PRODUCT_FIELDS, ['price', 'sku', 'barcode', 'weight'])

function toMembers(members: z.infer<typeof MemberInput>[] = []): MemberDraft[] {
  return members.map((member, index) => ({
    ...EMPTY_MEMBER,
    ...toOptions(member),
    ...fromApiValues(MEMBER_FIELDS, member, `members.${index}.`),
  }))
}
