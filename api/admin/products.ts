import { z } from '@hono/zod-openapi'
import { adjustBatchStock } from '#core/batches/receive-batch.server.ts'
import { type AdminProduct, listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import type { MemberOptions } from '#core/catalog/families/family.ts'
import { CUSTOM_OPTIONS } from '#core/catalog/families/family-options.ts'
import { ProductDraft } from '#core/catalog/product-draft.ts'
import { EMPTY_DRAFT, OPTION_FIELDS, PRODUCT_FIELDS } from '#core/catalog/product-fields.ts'
import { createProduct, editProduct } from '#core/catalog/save-product.server.ts'
import { toSize } from '#core/catalog/size.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import { parseForm } from '#core/errors.ts'
import { omitFields, pickFields } from '#core/fields/fields.ts'
import { ShadeSchema, SizeSchema } from '../catalog/products.ts'
import { fromApiValues, requestSchemas, responseSchemas, toApiValues } from '../codec/fields.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import { withApiFields } from './product-fields.ts'

const PLAIN_FIELDS = omitFields(PRODUCT_FIELDS, OPTION_FIELDS)
const plainInput = requestSchemas(PLAIN_FIELDS)
const customInput = requestSchemas(pickFields(PRODUCT_FIELDS, CUSTOM_OPTIONS))

/** What tells the products of a family apart. */
export const OptionsInput = z
  .object({
    size: SizeSchema.nullable(),
    shade: ShadeSchema.partial({ code: true, color: true, finish: true }).nullable(),
    sku: plainInput.sku,
    barcode: plainInput.barcode,
    weight: plainInput.weight,
    ...customInput,
  })
  .partial()
const ProductInput = OptionsInput.extend(
  z.object(plainInput).partial().required({ name: true, price: true }).shape,
)
const ProductChange = ProductInput.partial().extend({
  edition: z
    .number()
    .int()
    .optional()
    .describe('The `edition` you last read. If the product has changed since, the request fails with 409.'),
})
export const AdminProductResponse = z
  .object({
    id: z.string(),
    slug: z.string(),
    edition: z.number().int(),
    ...responseSchemas(PLAIN_FIELDS),
    category: z.string(),
    size: SizeSchema.nullable(),
    shade: ShadeSchema.nullable(),
    ...responseSchemas(pickFields(PRODUCT_FIELDS, CUSTOM_OPTIONS)),
    family_id: z.string().nullable(),
    in_stock: z.boolean(),
    stock: z.number().int(),
    image_url: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('ProductSheet')

const byId = { params: z.object({ id: z.string() }) }

const list = defineRoute('Admin', 'get', '/admin/products', {
  access: 'products.view',
  summary: 'List all products, including drafts and archived products, newest first',
  request: { query: pageQuery },
  responses: {
    200: jsonResponse(pageResponse(AdminProductResponse), 'A page of products'),
    ...errorResponses(400),
  },
})
const create = defineRoute('Admin', 'post', '/admin/products', {
  access: 'products.edit',
  summary: 'Create a product (a draft unless `status` is set)',
  request: jsonBody(ProductInput),
  responses: { 201: jsonResponse(AdminProductResponse, 'The product'), ...errorResponses(400) },
})
const change = defineRoute('Admin', 'patch', '/admin/products/{id}', {
  access: 'products.edit',
  summary: 'Update a product',
  request: { ...byId, ...jsonBody(ProductChange) },
  responses: { 200: jsonResponse(AdminProductResponse, 'The product'), ...errorResponses(400, 404, 409) },
})
const stock = defineRoute('Admin', 'post', '/admin/products/{id}/stock', {
  access: 'stock.edit',
  summary: 'Adjust the stock of a product, with a reason; stock can’t go below zero',
  request: {
    ...byId,
    headers: z.object({
      'idempotency-key': z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Optional. Repeating a request with the same key changes the stock once.'),
    }),
    ...jsonBody(
      z.object({
        change: z.number().int(),
        reason: z.enum(STOCK_REASONS),
        batch: z.string().max(50).optional().describe('The number of a batch that the product has'),
      }),
    ),
  },
  responses: {
    200: jsonResponse(z.object({ stock: z.number().int() }), 'The new stock'),
    ...errorResponses(400, 404, 409, 422),
  },
})

export const adminProducts = createRouter()
  .openapi(list, async (c) => {
    const { rows, next } = await listAdminProducts(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: rows.map(toAdminProductResponse), next_cursor: next }, 200)
  })
  .openapi(create, async (c) => {
    const input = toDraft(c.req.valid('json'))
    const [first] = await readCategories(c.get('ctx'))
    const category = first?.name ?? ''
    const product = await withApiFields(async () =>
      createProduct(c.get('ctx'), parseForm(ProductDraft, { ...EMPTY_DRAFT, category, ...input })),
    )
    return c.json(toAdminProductResponse(product), 201)
  })
  .openapi(change, async (c) => {
    const { edition, ...input } = c.req.valid('json')
    const { id } = c.req.valid('param')
    const productChange = { ...toDraft(input), edition }
    const product = await withApiFields(() => editProduct(c.get('ctx'), id, productChange))
    return c.json(toAdminProductResponse(product), 200)
  })
  .openapi(stock, async (c) => {
    const key = c.req.valid('header')['idempotency-key']
    const adjustment = { ...c.req.valid('json'), key }
    return c.json({ stock: await adjustBatchStock(c.get('ctx'), c.req.valid('param').id, adjustment) }, 200)
  })

function toDraft(input: Partial<z.infer<typeof ProductInput>>): Partial<ProductDraft> {
  return { ...fromApiValues(PLAIN_FIELDS, input), ...toOptions(input) }
}

/** Null clears a shade, size, or other option. One that is missing stays. */
export function toOptions({ size, shade, ...input }: z.infer<typeof OptionsInput>): Partial<MemberOptions> {
  return {
    ...fromApiValues(pickFields(PRODUCT_FIELDS, CUSTOM_OPTIONS), input),
    ...(size !== undefined && { sizeQuantity: size?.quantity ?? null, sizeUnit: size?.unit ?? null }),
    ...(shade !== undefined && {
      shadeName: shade?.name ?? null,
      shadeCode: shade?.code ?? null,
      shadeColor: shade?.color ?? null,
      shadeFinish: shade?.finish ?? null,
    }),
  }
}

export function toAdminProductResponse(product: AdminProduct): z.infer<typeof AdminProductResponse> {
  const { shadeName, shadeCode, shadeColor, shadeFinish } = product
  return {
    ...toApiValues(PLAIN_FIELDS, product),
    id: product.id,
    slug: product.slug,
    edition: product.edition,
    size: toSize(product),
    shade: shadeName ? { name: shadeName, code: shadeCode, color: shadeColor, finish: shadeFinish } : null,
    option1: product.option1,
    option2: product.option2,
    option3: product.option3,
    family_id: product.familyId,
    in_stock: product.stock > 0,
    stock: product.stock,
    image_url: product.images[0]?.url ?? null,
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
  }
}
