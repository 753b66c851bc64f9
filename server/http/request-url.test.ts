import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { HTML, startTestServer } from '#test/http/http-server.ts'
import type { PageHandler } from './pages/page-handler.ts'

const ORIGIN = 'http://localhost:3000'

const echoUrl: PageHandler = async ({ url }) => new Response(url, { headers: HTML })

describe('a request target that is not a path', () => {
  test.each([
    '//evil.example',
    '//evil.example/categories',
    '/\\evil.example',
    'http://evil.example/',
    'http://localhost:3000/',
    '*',
    '/storage/../api/v1/auth/token',
    '/storage/%2e%2E/api/v1/auth/token',
    '/storage/.%2e\\api/v1/auth/token',
    '/storage/.',
    '/./categories',
    '/storage/..?a=1',
  ])('%s is refused', async (path) => {
    const { request } = await startTestServer({ pages: echoUrl })
    const method = path === '*' ? 'OPTIONS' : 'GET'
    const { status, text, headers } = await request(path, { method })
    expect([status, text]).toEqual([400, 'This URL is not valid.'])
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })
})

test.each(['/...', '/.well-known/x', '/a..b/c.', '/categories?next=/../x', '/a.%2E%2e'])(
  '%s is a path',
  async (path) => {
    const { request } = await startTestServer({ pages: echoUrl })
    expect((await request(path)).text).not.toBe('This URL is not valid.')
  },
)

test('no path resolves to another origin', async () => {
  const { request } = await startTestServer({ pages: echoUrl })
  const paths = [
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/@evil.example',
    '/:80@evil.example',
    '/#@evil.example',
    '/?next=//evil.example',
    '/a\\..\\..\\evil.example',
    '/;@evil.example',
    '/\u00e9t\u00e9',
    '/%',
    '/%E0%A4%A',
    '/%00',
    `/${'x'.repeat(10_000)}`,
  ]
  for (const path of paths) {
    const { status, text } = await request(path)
    expect([path, status]).toEqual([path, expect.toBeOneOf([200, 400, 404])])
    if (status === 200) expect(new URL(text).origin).toBe(ORIGIN)
  }
})

test('an oversized request head is rejected and affects no other request', async () => {
  const { request } = await startTestServer({ pages: echoUrl })
  expect((await request(`/${'x'.repeat(20_000)}`)).status).toBe(431)
  expect((await request('/', { headers: { cookie: 'x'.repeat(20_000) } })).status).toBe(431)
  expect((await request('/')).status).toBe(200)
})

describe('the Host header', () => {
  const requestWithHost = async (host: string, env = {}) =>
    (await startTestServer({ pages: echoUrl, env })).request('/orders', { headers: { host } })

  test.each([
    ['localhost:3000', ORIGIN],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['LOCALHOST:3000', ORIGIN],
    ['localhost:4000', ORIGIN],
  ])('on loopback, %s means %s', async (host, origin) => {
    expect((await requestWithHost(host)).text).toBe(`${origin}/orders`)
  })

  test.each(['localhost', 'localhost:3000', 'evil.example', 'shop.example.evil.example'])(
    'does not change the origin of a public store: %s',
    async (host) => {
      const env = { PUBLIC_URL: 'https://shop.example', STORE_DEMO: 'public' }
      expect((await requestWithHost(host, env)).text).toBe('https://shop.example/orders')
    },
  )

  test.each(['user@localhost:3000', 'localhost:3000/evil', 'a b', 'localhost:port', ''])(
    'if invalid (%s), is rejected or ignored',
    async (host) => {
      const { status, text } = await requestWithHost(host)
      expect([400, 421].includes(status) || text === `${ORIGIN}/orders`).toBe(true)
    },
  )

  test('never appears in the OpenAPI document', async () => {
    const { request } = await startTestServer({
      env: { PUBLIC_URL: 'https://shop.example', STORE_DEMO: 'public' },
    })
    const { text } = await request('/api/openapi.json', { headers: { host: 'evil.example' } })
    expect(JSON.parse(text).servers).toEqual([{ url: 'https://shop.example/api' }])
    expect(text).not.toContain('evil')
  })

  test('may be missing in an HTTP/1.0 health check', async () => {
    const { url } = await startTestServer()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.end('GET /health/live HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*{"live":true}/)
  })
})
