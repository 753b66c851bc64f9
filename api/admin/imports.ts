import { z } from '@hono/zod-openapi'
import { mapImportColumns } from '#core/catalog/import/columns/column-mapping.server.ts'
import { ColumnChoice } from '#core/catalog/import/columns/column-schemas.ts'
import { MAX_LISTED_COLUMNS } from '#core/catalog/import/columns/import-columns.ts'
import { findImport, listImportRows } from '#core/catalog/import/imports.server.ts'
import {
  listImportPictures,
  retryImportPictures,
} from '#core/catalog/import/pictures/import-pictures.server.ts'
import {
  IMPORT_FORMATS,
  IMPORT_PICTURE_STATES,
  IMPORT_ROW_KINDS,
  IMPORT_STATES,
  readImportOptions,
} from '#core/catalog/import/product-import.ts'
import { startImport } from '#core/catalog/import/start-import.server.ts'
import { uploadImport } from '#core/catalog/import/upload-import.server.ts'
import type { Context } from '#core/context.ts'
import type { ListQuery } from '#core/pagination.ts'
import { receiveFiles } from '../multipart.ts'
import { pageQuery } from '../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const ImportRowResponse = z.object({
  line: z.number().int(),
  kind: z.enum(IMPORT_ROW_KINDS),
  slug: z.string(),
  problems: z.array(z.object({ column: z.string(), value: z.string(), problem: z.string() })),
  pictures: z.object({
    count: z.number().int().openapi({ description: 'How many pictures the row adds to its product' }),
    problems: z
      .array(z.object({ source: z.string(), problem: z.string() }))
      .openapi({ description: 'Those that can’t be added. The product is imported without them.' }),
  }),
})
const ImportResponse = z
  .object({
    id: z.string(),
    state: z.enum(IMPORT_STATES),
    problem: z
      .string()
      .nullable()
      .openapi({ description: 'Why the file can’t be read, if `state` is `failed`' }),
    format: z.enum(IMPORT_FORMATS),
    rows: z.number().int(),
    created: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    invalid: z.number().int(),
    imported: z
      .number()
      .int()
      .openapi({ description: 'How many new and changed products have been imported so far' }),
    pictures: z
      .object({
        pending: z.number().int(),
        done: z.number().int(),
        failed: z.number().int(),
        invalid: z.number().int().openapi({ description: 'What the check found that nothing can fetch' }),
      })
      .openapi({
        description:
          'How many pictures of its products are in each state. They are fetched once `state` is `done`',
      }),
    notes: z.array(z.string()).openapi({
      description:
        'What the check found, such as columns that it skipped and categories and collections that the import creates',
    }),
    columns: z
      .array(
        z.object({
          heading: z.string(),
          rows: z.number().int().openapi({ description: 'How many products have a text in it' }),
          examples: z.array(z.string()),
          field: z
            .string()
            .nullable()
            .openapi({ description: 'The field that it fills, or null if it isn’t imported' }),
          decided: z.boolean().openapi({ description: 'Whether someone chose so, for this format' }),
        }),
      )
      .openapi({ description: `Columns that the store doesn’t know, at most ${MAX_LISTED_COLUMNS}` }),
    data: z.array(ImportRowResponse),
    next_cursor: z.string().nullable(),
  })
  .openapi('ProductImport')

const ImportPicturesResponse = z
  .object({
    data: z.array(
      z.object({
        line: z.number().int(),
        slug: z.string(),
        source: z.string().openapi({ description: 'The picture’s address' }),
        state: z.enum(IMPORT_PICTURE_STATES),
        problem: z.string().nullable(),
        picture_id: z.string().nullable(),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .openapi('ProductImportPictures')

const byId = z.object({ id: z.string() })

const check = defineRoute('Admin', 'post', '/admin/products/imports', {
  access: 'products.edit',
  summary:
    'Upload and check a product CSV (our format, Shopify’s, or WooCommerce’s, up to 20 MB), or a ZIP of pictures (up to 100 MB)',
  description:
    'The files of a ZIP are matched with products by SKU, slug, or name (`rose-oil-2.jpg` is the second picture of `rose-oil`); an API key needs the scope `media:write` too. The check runs in the background. Poll `Location` until `state` is `checked` or `failed`. Nothing changes until you run the import. Send the options before the file: `take_stock` (`yes` overwrites the stock of existing products; an API key needs the scope `stock:write` too), `category` (for rows without a known category), `fetch_pictures` (`yes` fetches the pictures that rows name from public addresses, up to 12 per product, after the import; an API key needs the scope `media:write` too), and `create_categories` (`yes` creates the categories and collections that rows name and the store doesn’t have, when the import runs; `notes` lists them with their numbers of products. The category of a Shopify product is its Type, or else the last part of its Product Category. Of a path such as `Skincare > Serums`, Serums is created inside Skincare).',
  request: {
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            take_stock: z.enum(['yes', 'no']).optional(),
            category: z.string().optional(),
            create_categories: z.enum(['yes', 'no']).optional(),
            fetch_pictures: z.enum(['yes', 'no']).optional(),
            file: z.string().openapi({ format: 'binary' }),
          }),
        },
      },
    },
  },
  responses: {
    201: jsonResponse(ImportResponse, 'The import, whose rows are still being checked'),
    ...errorResponses(400),
  },
})
const read = defineRoute('Admin', 'get', '/admin/products/imports/{id}', {
  access: 'products.edit',
  summary: 'Retrieve an import and the effect of its rows',
  request: { params: byId, query: pageQuery.extend({ kind: z.enum(IMPORT_ROW_KINDS).optional() }) },
  responses: { 200: jsonResponse(ImportResponse, 'The import'), ...errorResponses(400, 404) },
})
const run = defineRoute('Admin', 'post', '/admin/products/imports/{id}/run', {
  access: 'products.edit',
  summary: 'Run a checked import; invalid rows are skipped',
  description:
    'The import runs in the background. Poll `Location` until `state` is `done`. Products edited since the check, and those whose category was deleted since, are skipped and reported as invalid rows with the reason. Repeating the request has no effect.',
  request: { params: byId },
  responses: { 202: jsonResponse(ImportResponse, 'The import'), ...errorResponses(404, 409) },
})

const columns = defineRoute('Admin', 'put', '/admin/products/imports/{id}/columns', {
  access: 'products.edit',
  summary: 'Map columns that the store doesn’t know, and check the file again',
  description:
    'Each column fills the field that you choose, or isn’t imported with `null`. The choices are remembered by heading for all files of this format. The file’s own column comes first if it has a text. Only before the import is run.',
  request: {
    params: byId,
    ...jsonBody(z.object({ columns: z.array(ColumnChoice).min(1).max(MAX_LISTED_COLUMNS) })),
  },
  responses: {
    202: jsonResponse(ImportResponse, 'The import, whose rows are being checked again'),
    ...errorResponses(400, 404, 409),
  },
})

const pictures = defineRoute('Admin', 'get', '/admin/products/imports/{id}/pictures', {
  access: 'products.edit',
  summary: 'List the pictures of an import, with why some failed',
  request: {
    params: byId,
    query: pageQuery.extend({ state: z.enum(IMPORT_PICTURE_STATES).optional() }),
  },
  responses: { 200: jsonResponse(ImportPicturesResponse, 'The pictures'), ...errorResponses(400, 404) },
})
const retry = defineRoute('Admin', 'post', '/admin/products/imports/{id}/pictures/retry', {
  access: 'products.edit',
  summary: 'Fetch the failed pictures of an import again',
  description: 'It runs in the background. Poll the import until none of its pictures is pending.',
  request: { params: byId },
  responses: { 202: jsonResponse(ImportResponse, 'The import'), ...errorResponses(404) },
})

export const adminImports = createRouter()
  .openapi(read, async (c) => {
    const { kind, ...page } = c.req.valid('query')
    const { id } = c.req.valid('param')
    return c.json(await importResponse(c.get('ctx'), id, { ...page, filter: kind }), 200)
  })
  .openapi(run, async (c) => {
    const { id } = c.req.valid('param')
    await startImport(c.get('ctx'), id)
    c.header('location', importUrl(id))
    return c.json(await importResponse(c.get('ctx'), id, {}), 202)
  })
  .openapi(columns, async (c) => {
    const { id } = c.req.valid('param')
    await mapImportColumns(c.get('ctx'), id, c.req.valid('json').columns)
    c.header('location', importUrl(id))
    return c.json(await importResponse(c.get('ctx'), id, {}), 202)
  })
  .openapi(pictures, async (c) => {
    const { state, ...page } = c.req.valid('query')
    const { id } = c.req.valid('param')
    const { rows, next } = await listImportPictures(c.get('ctx'), id, { ...page, filter: state })
    const data = rows.map(({ pictureId, ...picture }) => ({ ...picture, picture_id: pictureId }))
    return c.json(ImportPicturesResponse.parse({ data, next_cursor: next }), 200)
  })
  .openapi(retry, async (c) => {
    const { id } = c.req.valid('param')
    await retryImportPictures(c.get('ctx'), id)
    c.header('location', importUrl(id))
    return c.json(await importResponse(c.get('ctx'), id, {}), 202)
  })

// Documented here, but parsed by hand: a validator would hold the whole file in memory.
adminImports.openAPIRegistry.registerPath(check)
adminImports.post('/admin/products/imports', check.middleware, async (c) => {
  const ctx = c.get('ctx')
  const [id = ''] = await receiveFiles(c.req.raw, ({ fields, ...file }) =>
    uploadImport(ctx, { ...file, options: readImportOptions(fields) }),
  )
  c.header('location', importUrl(id))
  return c.json(await importResponse(ctx, id, {}), 201)
})

const importUrl = (id: string) => `/api/v1/admin/products/imports/${id}`

async function importResponse(ctx: Context, id: string, rowQuery: ListQuery) {
  const productImport = await findImport(ctx, id)
  const { rows, next } = await listImportRows(ctx, id, rowQuery)
  const columns = productImport.columns.map(({ isDecided, ...column }) => ({ ...column, decided: isDecided }))
  return ImportResponse.parse({ ...productImport, columns, data: rows, next_cursor: next })
}
