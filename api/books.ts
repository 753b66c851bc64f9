import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { type BooksRecord, exportBooks } from '#core/accounting/export-books.server.ts'
import { refusing } from './answers.ts'
import { newDoor } from './door.ts'
import { toOrder } from './orders.ts'

const all = createRoute({
  method: 'get',
  path: '/admin/export/books',
  summary: 'The books, a fact a line: orders, payments, stock, accounting and letters',
  tags: ['Administration'],
  responses: {
    200: { description: 'JSON lines', content: { 'application/x-ndjson': { schema: z.string() } } },
    ...refusing(401, 403),
  },
})

export const books = newDoor().openapi(all, async (c) => {
  const facts = await exportBooks(c.get('ctx'))
  const lines = Readable.toWeb(Readable.from(written(facts))) as ReadableStream<Uint8Array>
  // A stream has no type that the papers could hold it against.
  return c.body(lines, 200, { 'content-type': 'application/x-ndjson' }) as never
})

async function* written(facts: AsyncGenerator<BooksRecord>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const fact of facts) {
    const line = 'order' in fact && fact.kind === 'order' ? { kind: 'order', ...toOrder(fact.order) } : fact
    yield encoder.encode(`${JSON.stringify(line, withoutAddress)}\n`)
  }
}

/** Whoever takes the books along takes nobody's address along. */
function withoutAddress(key: string, value: unknown): unknown {
  return key === 'shipping_address' ? undefined : value
}
