import { buildProduct } from '#test/builders.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { expect, test } from '#test/store.ts'

const OTHER_ORIGIN = { origin: 'https://studio.example', 'access-control-request-method': 'GET' }
const ALLOWED_ORIGIN = 'access-control-allow-origin'

test('pages on other origins can read the catalog', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx)
  const { request } = await startTestServer({ connection })
  for (const path of [
    '/api/v1/products',
    `/api/v1/products/${id}`,
    '/api/v1/search?q=rose',
    '/api/v1/ingredients',
    '/api/openapi.json',
  ]) {
    const preflight = await request(path, { method: 'OPTIONS', headers: OTHER_ORIGIN })
    expect([path, preflight.status, preflight.headers[ALLOWED_ORIGIN]]).toEqual([path, 204, '*'])
    const { status, headers } = await request(path, { headers: OTHER_ORIGIN })
    expect([path, status, headers[ALLOWED_ORIGIN]]).toEqual([path, 200, '*'])
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers['access-control-expose-headers']).toBe('ETag')
    if (!headers.etag) continue
    const conditional = { ...OTHER_ORIGIN, 'if-none-match': String(headers.etag) }
    const unchanged = await request(path, { headers: conditional })
    expect([path, unchanged.status, unchanged.headers[ALLOWED_ORIGIN]]).toEqual([path, 304, '*'])
  }
  const notFound = await request('/api/v1/products/nothing', { headers: OTHER_ORIGIN })
  expect([notFound.status, notFound.headers[ALLOWED_ORIGIN]]).toEqual([404, '*'])
  const preflight = await request('/api/v1/products', {
    method: 'OPTIONS',
    headers: { ...OTHER_ORIGIN, 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers['access-control-allow-methods']).toBe('GET,HEAD')
})

test('pages on other origins can read nothing that depends on a visitor', async ({ connection }) => {
  const { request } = await startTestServer({ connection })
  for (const path of ['/', '/api/v1/cart', '/api/v1/region', '/api/v1/admin/products', '/api/v1/auth/user']) {
    const { headers } = await request(path, { headers: OTHER_ORIGIN })
    expect([path, headers[ALLOWED_ORIGIN]]).toEqual([path, undefined])
  }
})
