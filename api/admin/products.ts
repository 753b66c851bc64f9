import { z } from '@hono/zod-openapi'
import { type AdminProduct, listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { EMPTY_DRAFT } from '#core/catalog/empty-draft.ts'
import type { MemberOptions } from '#core/catalog/families/family.ts'
import { CATEGORIES } from '#core/catalog/product.ts'
import { ProductDraft } from '#core/catalog/product-draft.ts'
import { PUBLISH_STATUSES } from '#core/catalog/publish-status.ts'
import { createProduct, editProduct } from '#core/catalog/save-product.server.ts'
import { adjustStock } from '#core/catalog/stock.server.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import { invalidInput, parseForm } from '#core/errors.ts'
import { parseAmount, toDecimal } from '#core/money.ts'
import { ShadeSchema, SizeSchema } from '../catalog/products.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import { withApiFields } from './product-fields.ts'

export const priceInput = z.union([z.number(), z.string()]).describe('In US dollars, such as 68 or 68.50')
const stringList = z.array(z.string())
/** What tells the products of a family apart. */
export const OptionsInput = z.object({
  size: SizeSchema.nullable().optional(),
  shade: ShadeSchema.partial({ code: true, color: true, finish: true }).nullable().optional(),
  sku: z.string().nullable().optional(),
  barcode: z.string().nullable().optional(),
  weight: z.number().nullable().optional().describe('In grams'),
})
const ProductInput = OptionsInput.extend({
  name: z.string(),
  brand: z.string().optional(),
  tagline: z.string().optional(),
  description: z.string().optional(),
  category: z.enum(CATEGORIES).optional(),
  price: priceInput,
  original_price: priceInput.nullable().optional(),
  benefits: stringList.optional(),
  ingredients: stringList.optional(),
  how_to_use: stringList.optional(),
  keywords: stringList.optional(),
  featured: z.boolean().optional(),
  status: z.enum(PUBLISH_STATUSES).optional(),
})
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
    name: z.string(),
    brand: z.string(),
    tagline: z.string(),
    description: z.string(),
    category: z.string(),
    price: z.number(),
    original_price: z.number().nullable(),
    size: SizeSchema.nullable(),
    shade: ShadeSchema.nullable(),
    sku: z.string().nullable(),
    barcode: z.string().nullable(),
    weight: z.number().int().nullable(),
    family_id: z.string().nullable(),
    benefits: stringList,
    ingredients: stringList,
    how_to_use: stringList,
    keywords: stringList,
    featured: z.boolean(),
    status: z.enum(PUBLISH_STATUSES),
    in_stock: z.boolean(),
    stock: z.number().int(),
    image_url: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('ProductSheet')

const byId = { params: z.object({ id: z.string() }) }

const list = defineRoute('Admin', 'get', '/admin/products', {
  summary: 'List all products, including drafts and archived products, newest first',
  request: { query: pageQuery },
  responses: {
    200: jsonResponse(pageResponse(AdminProductResponse), 'A page of products'),
    ...errorResponses(400, 401, 403),
  },
})
const create = defineRoute('Admin', 'post', '/admin/products', {
  summary: 'Create a product (a draft unless `status` is set)',
  request: jsonBody(ProductInput),
  responses: { 201: jsonResponse(AdminProductResponse, 'The product'), ...errorResponses(400, 401, 403) },
})
const change = defineRoute('Admin', 'patch', '/admin/products/{id}', {
  summary: 'Update a product',
  request: { ...byId, ...jsonBody(ProductChange) },
  responses: {
    200: jsonResponse(AdminProductResponse, 'The product'),
    ...errorResponses(400, 401, 403, 404, 409),
  },
})
const stock = defineRoute('Admin', 'post', '/admin/products/{id}/stock', {
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
    ...jsonBody(z.object({ change: z.number().int(), reason: z.enum(STOCK_REASONS) })),
  },
  responses: {
    200: jsonResponse(z.object({ stock: z.number().int() }), 'The new stock'),
    ...errorResponses(400, 401, 403, 404, 409, 422),
  },
})

export const adminProducts = createRouter()
  .openapi(list, async (c) => {
    const { rows, next } = await listAdminProducts(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: rows.map(toAdminProductResponse), next_cursor: next }, 200)
  })
  .openapi(create, async (c) => {
    const input = toDraft(c.req.valid('json'))
    const product = await withApiFields(async () =>
      createProduct(c.get('ctx'), parseForm(ProductDraft, { ...EMPTY_DRAFT, ...input })),
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
    return c.json({ stock: await adjustStock(c.get('ctx'), c.req.valid('param').id, adjustment) }, 200)
  })

function toDraft(input: Partial<z.infer<typeof ProductInput>>): Partial<ProductDraft> {
  const { price, original_price, size, shade, how_to_use, ...rest } = input
  const draft: Partial<ProductDraft> = { ...rest, ...toOptions({ size, shade }) }
  if (price !== undefined) draft.price = toCents('price', price)
  if (original_price !== undefined)
    draft.originalPrice = original_price === null ? null : toCents('original_price', original_price)
  if (how_to_use) draft.howToUse = how_to_use
  return draft
}

/** Null clears a shade or size. One that is missing stays. */
export function toOptions({ size, shade }: z.infer<typeof OptionsInput>): Partial<MemberOptions> {
  return {
    ...(size !== undefined && { sizeQuantity: size?.quantity ?? null, sizeUnit: size?.unit ?? null }),
    ...(shade !== undefined && {
      shadeName: shade?.name ?? null,
      shadeCode: shade?.code ?? null,
      shadeColor: shade?.color ?? null,
      shadeFinish: shade?.finish ?? null,
    }),
  }
}

export function toCents(field: string, input: number | string): number {
  const parsed = parseAmount(String(input))
  if ('error' in parsed) throw invalidInput(field, parsed.error)
  return parsed.cents
}

export function toAdminProductResponse(product: AdminProduct): z.infer<typeof AdminProductResponse> {
  const { sizeQuantity, sizeUnit, shadeName, originalPrice } = product
  return {
    id: product.id,
    slug: product.slug,
    edition: product.edition,
    name: product.name,
    brand: product.brand,
    tagline: product.tagline,
    description: product.description,
    category: product.category,
    price: toDecimal(product.price),
    original_price: originalPrice === null ? null : toDecimal(originalPrice),
    size: sizeQuantity && sizeUnit ? { quantity: sizeQuantity, unit: sizeUnit } : null,
    shade: shadeName
      ? {
          name: shadeName,
          code: product.shadeCode,
          color: product.shadeColor,
          finish: product.shadeFinish,
        }
      : null,
    sku: product.sku,
    barcode: product.barcode,
    weight: product.weight,
    family_id: product.familyId,
    benefits: product.benefits,
    ingredients: product.ingredients,
    how_to_use: product.howToUse,
    keywords: product.keywords,
    featured: product.featured,
    status: product.status,
    in_stock: product.stock > 0,
    stock: product.stock,
    image_url: product.images[0]?.url ?? null,
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
  }
}
