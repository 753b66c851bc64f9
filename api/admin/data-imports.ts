import { z } from '@hono/zod-openapi'
import type { Context } from '#core/context.ts'
import {
  DATA_IMPORT_STATES,
  DATA_ROW_KINDS,
  type DataImportKind,
  readDataImportOptions,
} from '#core/data-imports/data-import.ts'
import {
  DATA_IMPORT_PERMISSIONS,
  findDataImport,
  listDataImportRows,
} from '#core/data-imports/data-imports.server.ts'
import { startDataImport } from '#core/data-imports/run-data-import.server.ts'
import { uploadDataImport } from '#core/data-imports/upload-data-import.server.ts'
import type { ListQuery } from '#core/pagination.ts'
import { receiveFiles } from '../multipart.ts'
import { pageQuery } from '../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const DataImportResponse = z
  .object({
    id: z.string(),
    state: z.enum(DATA_IMPORT_STATES),
    created: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    invalid: z.number().int(),
    imported: z.number().int().openapi({ description: 'How many new and changed rows were imported so far' }),
    notes: z.array(z.string()).openapi({ description: 'What the check found about several rows' }),
    data: z.array(
      z.object({
        line: z.number().int(),
        kind: z.enum(DATA_ROW_KINDS),
        key: z
          .string()
          .openapi({ description: 'An email address, a code, an order’s number, or a slug or SKU' }),
        problems: z.array(z.object({ column: z.string(), value: z.string(), problem: z.string() })),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .openapi('DataImport')

const DESCRIPTIONS: Record<DataImportKind, { path: string; upload: string }> = {
  customers: {
    path: '/admin/customer-imports',
    upload:
      'New customers get an account without a password; they choose one with a password reset. No email is sent. Those that exist get what their account lacks: name, phone, address, tags, note. Send `subscribe` (`yes` or `no`) before the file: with `yes`, those who accept marketing emails are subscribed to the newsletter, unless they left it before.',
  },
  offers: {
    path: '/admin/offer-imports',
    upload: 'Offers that exist are never changed. Of a limit, what is left after `uses` counts.',
  },
  orders: {
    path: '/admin/order-imports',
    upload:
      'Orders of a former store are history: they move no stock, book nothing, and count as no revenue. An order whose number exists stays as it is.',
  },
  'product-information': {
    path: '/admin/product-information-imports',
    upload:
      'A line is about a product, by `product` (its slug) or `sku`, or about a `family`. The other columns are the fields of `GET /admin/products/{id}/information`, and `responsible_person_gb` and so on with a name. A column that is missing leaves its field as it is; an empty cell clears it.',
  },
  formulas: {
    path: '/admin/formula-imports',
    upload:
      'A line is about a product, by `slug`, or about a `family`. The other columns are `leave_on` (yes or no), `ingredients` (INCI names, optionally with percentages), `may_contain`, `hero_1`, `hero_1_note` to `hero_3_note`, and `valid_from`. A line that equals the latest formula writes no version. Names that the dictionary doesn’t have are imported as written; `notes` counts them.',
  },
}

/** Three operations of one kind of data. */
function defineImports(kind: DataImportKind) {
  const { path, upload } = DESCRIPTIONS[kind]
  const noun = kind.replace('-', ' ')
  const access = DATA_IMPORT_PERMISSIONS[kind]
  const byId = z.object({ id: z.string() })
  const check = defineRoute('Admin', 'post', path, {
    access,
    summary: `Upload and check a CSV file of ${noun} (up to 20 MB)`,
    description: `Every row is checked at once, and nothing changes until you run the import. ${upload}`,
    request: {
      body: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z.object({
              ...(kind === 'customers' && { subscribe: z.enum(['yes', 'no']).optional() }),
              file: z.string().openapi({ format: 'binary' }),
            }),
          },
        },
      },
    },
    responses: { 201: jsonResponse(DataImportResponse, 'The checked import'), ...errorResponses(400) },
  })
  const read = defineRoute('Admin', 'get', `${path}/{id}`, {
    access,
    summary: `Retrieve an import of ${noun} and the effect of its rows`,
    request: { params: byId, query: pageQuery.extend({ kind: z.enum(DATA_ROW_KINDS).optional() }) },
    responses: { 200: jsonResponse(DataImportResponse, 'The import'), ...errorResponses(400, 404) },
  })
  const run = defineRoute('Admin', 'post', `${path}/{id}/run`, {
    access,
    summary: `Run a checked import of ${noun}; invalid rows are skipped`,
    description:
      'The import runs in the background. Poll `Location` until `state` is `done`. Repeating the request has no effect.',
    request: { params: byId },
    responses: { 202: jsonResponse(DataImportResponse, 'The import'), ...errorResponses(404) },
  })
  const routes = createRouter()
    .openapi(read, async (c) => {
      const { kind: filter, ...page } = c.req.valid('query')
      const { id } = c.req.valid('param')
      return c.json(await importResponse(c.get('ctx'), { kind, id, rows: { ...page, filter } }), 200)
    })
    .openapi(run, async (c) => {
      const { id } = c.req.valid('param')
      await startDataImport(c.get('ctx'), kind, id)
      c.header('location', `/api/v1${path}/${id}`)
      return c.json(await importResponse(c.get('ctx'), { kind, id, rows: {} }), 202)
    })
  // Documented here, but parsed by hand: a validator would hold the whole file in memory.
  routes.openAPIRegistry.registerPath(check)
  routes.post(path, check.middleware, async (c) => {
    const ctx = c.get('ctx')
    const [id = ''] = await receiveFiles(c.req.raw, ({ fields, ...file }) =>
      uploadDataImport(ctx, kind, { ...file, options: readDataImportOptions(fields) }),
    )
    c.header('location', `/api/v1${path}/${id}`)
    return c.json(await importResponse(ctx, { kind, id, rows: {} }), 201)
  })
  return routes
}

type ImportQuery = { kind: DataImportKind; id: string; rows: ListQuery }

async function importResponse(ctx: Context, { kind, id, rows }: ImportQuery) {
  const dataImport = await findDataImport(ctx, kind, id)
  const { rows: data, next } = await listDataImportRows(ctx, dataImport, rows)
  return DataImportResponse.parse({ ...dataImport, data, next_cursor: next })
}

export const customerImports = defineImports('customers')
export const offerImports = defineImports('offers')
export const orderImports = defineImports('orders')
export const informationImports = defineImports('product-information')
export const formulaImports = defineImports('formulas')
