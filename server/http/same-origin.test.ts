import { expect, test } from 'vitest'
import { startTestServer } from '#test/http/http-server.ts'

const CROSS_SITE_MESSAGE = 'This request came from another site. Open the store and try again there.'

async function isAllowed(
  headers: Record<string, string>,
  options: { path?: string; method?: string; env?: Record<string, string> } = {},
) {
  const { path = '/region', method = 'POST', env } = options
  const { request } = await startTestServer({ env })
  const { status, text } = await request(path, { method, headers: { host: 'localhost:3000', ...headers } })
  if (status === 403)
    expect(JSON.parse(text)).toEqual({ error: { code: 'forbidden', message: CROSS_SITE_MESSAGE } })
  return status !== 403
}

test.each([
  [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  [{ origin: 'http://localhost:3000' }],
  [{ 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
  [{ host: '[::1]:3000', origin: 'http://[::1]:3000' }],
  [{}],
])('pages of this site and API clients may write: %o', async (headers) => {
  expect(await isAllowed(headers)).toBe(true)
})

test.each([
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  [{ origin: 'https://evil.example' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ origin: 'http://localhost:4000', 'sec-fetch-site': 'same-site' }],
  [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  [{ origin: 'https://localhost:3000' }],
  [{ origin: 'http://localhost:3000.evil.example' }],
  [{ origin: 'null' }],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
  [{ host: '127.0.0.1:3000', origin: 'http://localhost:3000' }],
])('other sites may not write: %o', async (headers: Record<string, string>) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(await isAllowed(headers, { method })).toBe(false)
  expect(await isAllowed(headers, { path: '/api/v1/cart/items' })).toBe(false)
  for (const method of ['GET', 'OPTIONS']) expect(await isAllowed(headers, { method })).toBe(true)
})

test('from a browser too old for these headers, a form must come from a page of the store', async () => {
  for (const referer of ['https://evil.example/localhost:3000', 'not a URL', 'http://localhost:3001/'])
    expect(await isAllowed({ referer })).toBe(false)
  expect(await isAllowed({ referer: 'http://localhost:3000/profile' })).toBe(true)
  expect(await isAllowed({ referer: 'https://evil.example/', 'sec-fetch-site': 'same-origin' })).toBe(true)
})

test('a public store accepts writes only from its own origin', async () => {
  const env = { PUBLIC_URL: 'https://shop.example', STORE_DEMO: 'public' }
  const isAllowedFrom = (origin: string, host = 'shop.example') => isAllowed({ host, origin }, { env })
  expect(await isAllowedFrom('https://shop.example')).toBe(true)
  // A proxy may send its own Host header.
  expect(await isAllowedFrom('https://shop.example', '10.0.0.5:3000')).toBe(true)
  expect(await isAllowedFrom('http://shop.example')).toBe(false)
  expect(await isAllowedFrom('https://www.shop.example')).toBe(false)
  expect(await isAllowedFrom('http://localhost:3000', 'localhost:3000')).toBe(false)
})

test('only webhooks, which are signed, may come from other origins', async () => {
  const headers = { origin: 'https://evil.example' }
  expect(await isAllowed(headers, { path: '/api/webhooks/stripe' })).toBe(true)
  const similarPaths = ['/api/webhooks', '/api/webhooksx', '/x/api/webhooks/']
  for (const path of similarPaths) expect([path, await isAllowed(headers, { path })]).toEqual([path, false])
})

test('a store on loopback doesn’t answer to names that others can point at it', async () => {
  const statusFor = async (host: string, path = '/', env = {}) => {
    const { request } = await startTestServer({ env })
    return (await request(path, { headers: { host } })).status
  }
  for (const host of ['evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', 'xlocalhost'])
    for (const path of ['/', '/demo/mailbox.json', '/metrics'])
      expect([host, path, await statusFor(host, path)]).toEqual([host, path, 421])
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'shop.localhost:3000', '192.168.1.7:3000'])
    expect([host, await statusFor(host)]).toEqual([host, 404])
  expect(await statusFor('store:3000', '/health/live')).toBe(200)
  // Elsewhere the proxy decides which names reach the store.
  expect(
    await statusFor('10.0.0.5.example', '/', { PUBLIC_URL: 'https://shop.example', STORE_DEMO: 'public' }),
  ).toBe(404)
})
