import { describe } from 'vitest'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, placeTestOrder } from '#test/checkout.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

type TestServer = Awaited<ReturnType<typeof startTestServer>>
type RequestOptions = Parameters<TestServer['request']>[1]

/** Every error has the same JSON shape and reveals nothing about the implementation. */
async function readError({ request }: TestServer, path: string, options?: RequestOptions) {
  const { status, headers, text } = await request(path, options)
  expect(headers['content-type']).toBe('application/json')
  expect(text).not.toMatch(/<\w|\n|node_modules|\.ts\b|select |stack|"products"/i)
  const { error, ...rest } = JSON.parse(text)
  expect(rest).toEqual({})
  expect(error.message).toMatch(/^[A-Z].*\.$/)
  return { status, ...error }
}

describe('an invalid list query', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e9', 'limit'],
    ['category=', 'category'],
    [`category=${'x'.repeat(61)}`, 'category'],
    ['sort=rating', 'sort'],
    ['sort=price;drop+table+products', 'sort'],
    ['in_stock=maybe', 'in_stock'],
    ['region=DE', 'region'],
    ['region=in', 'region'],
    ['cursor=too-long-for-any', 'cursor'],
  ])('?%s reports the field %s', async (query, field) => {
    const path = `/api/v1/products?${query.replace('too-long', 'x'.repeat(5000))}`
    const apiError = await readError(await startTestServer(), path)
    expect(apiError).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(Object.keys(apiError.fields)).toEqual([field])
  })

  test('reports every invalid field', async () => {
    const { fields } = await readError(await startTestServer(), '/api/v1/products?limit=0&sort=x&region=DE')
    expect(Object.keys(fields).toSorted()).toEqual(['limit', 'region', 'sort'])
  })
})

describe('an invalid cursor', () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const TIMESTAMP = '2026-01-01T00:00:00.000Z'

  const invalidCursors: [string, string, string][] = [
    ['garbage', 'newest', 'garbage'],
    ['invalid bytes', 'newest', '%FF%FE%00'],
    ['an object', 'newest', cursor({ value: TIMESTAMP, id: 'x' })],
    ['too many values', 'newest', cursor([TIMESTAMP, 'x', 'y'])],
    ['an empty array', 'name', cursor([])],
    ['null', 'price', cursor([null, 'x'])],
    ['a NUL in the name', 'name', cursor(['Rose\0', 'x'])],
    ['a NUL in the ID', 'name', cursor(['Rose', 'x\0'])],
    ['a numeric ID', 'name', cursor(['Rose', 7])],
    ['a price cursor for newest', 'newest', cursor([4800, 'x'])],
    ['a name cursor for price', 'price', cursor(['Rose', 'x'])],
    ['a price cursor for name', 'name', cursor([4800, 'x'])],
    ['half a cent', 'price', cursor([0.5, 'x'])],
    ['a price out of range', 'price', cursor([1e300, 'x'])],
    ['a date as text', 'newest', cursor(['Tue Mar 01 2022 GMT+0100 (CET)', 'x'])],
    ['a one-digit date', 'newest', cursor(['1', 'x'])],
    ['a nonexistent day', 'newest', cursor(['2026-02-30T00:00:00.000Z', 'x'])],
    ['the latest possible date', 'newest', cursor(['+275760-09-13T00:00:00.000Z', 'x'])],
    ['the earliest possible date', 'newest', cursor(['-271821-04-20T00:00:00.000Z', 'x'])],
  ]
  test('is refused, whatever it contains', async ({ connection }) => {
    const server = await startTestServer({ connection })
    for (const [description, sort, text] of invalidCursors) {
      const apiError = await readError(server, `/api/v1/products?sort=${sort}&cursor=${text}`)
      expect([description, apiError]).toMatchObject([
        description,
        { status: 400, fields: { cursor: expect.any(String) } },
      ])
    }
  })

  test('is refused if it belongs to another sort order', async ({ ctx, connection }) => {
    for (const name of ['Fig', 'Rose']) await buildProduct(ctx, { name })
    const server = await startTestServer({ connection })
    const { next_cursor } = JSON.parse((await server.request('/api/v1/products?sort=price&limit=1')).text)
    const path = `/api/v1/products?sort=name&cursor=${next_cursor}`
    expect(await readError(server, path)).toMatchObject({
      status: 400,
      fields: { cursor: expect.any(String) },
    })
  })
})

test('an unknown product returns 404, whatever its ID', async ({ connection }) => {
  const server = await startTestServer({ connection })
  const names = [
    'prd_00000000000000000000',
    'rose-hip-night-serum',
    'prd_',
    '%00',
    'prd_0000000000000000000%00',
    '%27%20or%201=1--',
    '..%2F..%2Fetc%2Fpasswd',
    '%E0%A4%A',
    'x'.repeat(3000),
  ]
  for (const name of names) {
    const apiError = await readError(server, `/api/v1/products/${name}`)
    expect([name, apiError]).toMatchObject([name, { status: 404, code: 'not_found' }])
  }
})

test('an unknown endpoint returns 404 as JSON', async () => {
  const server = await startTestServer()
  for (const path of ['/api', '/api/', '/api/v1', '/api/v2/products', '/api/v1/products/a/b', '/api/x'])
    expect([path, await readError(server, path)]).toMatchObject([path, { status: 404, code: 'not_found' }])
})

test('an unsupported method returns 405', async () => {
  const server = await startTestServer()
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    const apiError = await readError(server, '/api/v1/products', { method })
    expect(apiError).toMatchObject({ status: 405, code: 'method_not_allowed' })
  }
})

test('a body over one megabyte returns 413, with or without a content length', async () => {
  const server = await startTestServer()
  const body = Buffer.alloc(10 * 1024 * 1024, 'x')
  const headers: Record<string, string>[] = [{}, { 'transfer-encoding': 'chunked' }]
  for (const requestHeaders of headers) {
    const apiError = await readError(server, '/api/v1/products', {
      method: 'POST',
      headers: requestHeaders,
      body,
    })
    expect(apiError).toMatchObject({ status: 413, code: 'too_large' })
  }
  expect((await server.request('/health/live')).status).toBe(200)
})

test('a body with another content type than JSON returns 400', async ({ connection }) => {
  const server = await startTestServer({ connection })
  for (const contentType of ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
    const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {}
    const options = { method: 'POST', headers, body: '{}' }
    expect(await readError(server, '/api/v1/quote', options)).toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: expect.stringContaining('application/json'),
    })
  }
})

test('a NUL in a text is reported at its field', async ({ connection }) => {
  const store = createTestStore(connection)
  const grace = await signInVisitor(store, connection.db)
  const { email: _, mobileNumber: phone, ...address } = ADDRESS
  const response = await grace.post('/api/v1/profile/addresses', { ...address, phone, city: 'Port\0land' })
  expect(response.status).toBe(400)
  expect((await response.json()).error.fields).toEqual({ city: 'Remove the NUL character.' })
})

test('a NUL in a filter is reported at its parameter', async ({ connection }) => {
  const { request } = await startTestServer({ connection })
  const { status, text } = await request('/api/v1/products?group=family&color=nude&size=50%00ml')
  expect(status).toBe(400)
  expect(JSON.parse(text).error.fields).toEqual({ size: 'Remove the NUL character.' })
})

test('a write from another site returns 403', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
  const apiError = await readError(await startTestServer(), '/api/v1/products', {
    method: 'POST',
    headers,
    body: '{}',
  })
  expect(apiError).toMatchObject({ status: 403, code: 'forbidden' })
})

test('a bug returns 500 with its request ID, and only the log has the details', async ({
  connection,
  owner,
}) => {
  const server = await startTestServer({ connection })
  await owner.query('alter table products rename to products_renamed')
  const { status, text } = await server.request('/api/v1/products')
  const { error } = JSON.parse(text)
  expect([status, error.code]).toEqual([500, 'internal'])
  expect(text).not.toMatch(/relation|products_renamed|\.ts\b/)
  const bug = server.logEntries.find(({ event }) => event === 'request failed')
  expect(error.message).toContain(bug?.requestId)
  expect(JSON.stringify(bug)).toMatch(/relation .{1,3}products.{1,3} does not exist/)
})

test('an order that the database has no disk space for returns 503 with Retry-After, as does a checkout without a card provider', async ({
  ctx,
  connection,
  owner,
}) => {
  const { id: product_id } = await buildProduct(ctx, { stock: 5 })
  const store = createTestStore(connection)
  const items = [{ product_id, quantity: 1 }]
  const checkout = { items, shipping_address: ADDRESS, customer_email: ADDRESS.email }
  const withoutProvider = await store
    .visitor()
    .post('/api/v1/functions/create-stripe-checkout', checkout, { headers: { 'idempotency-key': 'card' } })
  expect([withoutProvider.status, withoutProvider.headers.get('retry-after')]).toEqual([503, '5'])

  const grace = await signInVisitor(store, ctx.db)
  await owner.query(`create function fill_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await owner.query('create trigger full_disk before insert on orders execute function fill_disk()')
  const response = await placeTestOrder(grace, items)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
})

test('an unreachable database returns 503 with Retry-After', async () => {
  const { headers, status, text } = await (await startTestServer()).request('/api/v1/products')
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(JSON.parse(text).error.code).toBe('unavailable')
  expect(text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|\.ts\b/)
})
