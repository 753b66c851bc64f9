import { Readable } from 'node:stream'
import { z } from '@hono/zod-openapi'
import { type BooksExport, exportBooks } from '#core/accounting/export-books.server.ts'
import { snakeCase } from '#core/fields/fields.ts'
import { ORDER_FIELDS } from '#core/orders/order-fields.ts'
import { toOrderResponse } from '../order-schema.ts'
import { defineRoute, errorResponses } from '../responses.ts'
import { createRouter } from '../router.ts'

const exportRoute = defineRoute('Admin', 'get', '/admin/export/books', {
  access: 'accounting.view',
  summary: 'Export orders, payments, stock movements, accounting entries, and emails as JSON Lines',
  responses: {
    200: {
      description: 'JSON Lines, one record per line',
      content: { 'application/x-ndjson': { schema: z.string() } },
    },
    ...errorResponses(503),
  },
})

export const booksExport = createRouter().openapi(exportRoute, async (c) => {
  const entries = await exportBooks(c.get('ctx'))
  const stream = Readable.toWeb(Readable.from(toJsonLines(entries))) as ReadableStream<Uint8Array>
  // A stream has no type that OpenAPI could check.
  return c.body(stream, 200, { 'content-type': 'application/x-ndjson' }) as never
})

async function* toJsonLines(entries: BooksExport): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const entry of entries) {
    const line =
      'order' in entry && entry.kind === 'order' ? { kind: 'order', ...toOrderResponse(entry.order) } : entry
    yield encoder.encode(`${JSON.stringify(line, omitAddress)}\n`)
  }
}

const PERSONAL_KEYS = ['shipping_address', ...Object.keys(ORDER_FIELDS).map(snakeCase)]

/** The books leave the store without customers' addresses and messages. */
function omitAddress(key: string, value: unknown): unknown {
  return PERSONAL_KEYS.includes(key) ? undefined : value
}
