import { saveSetting } from '#core/settings/store-settings.server.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { startHttpServer } from '#test/http/raw-request.ts'
import { expect, test } from '#test/store.ts'

test('detects the region of the address that a trusted proxy forwards', async ({ connection }) => {
  const service = await startHttpServer((_, response) => void response.end('{"country_code":"IN"}'))
  const env = { GEO_URL: `${service}/{ip}`, GEO_FALLBACK_URL: 'off', TRUST_PROXY: '127.0.0.1/32' }
  const server = await startTestServer({ connection, env })
  const proxied = await server.request('/api/v1/region', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(JSON.parse(proxied.text)).toEqual({ country_code: 'IN', source: 'lookup' })
  expect(proxied.headers['cache-control']).toBe('private, no-store')
  const direct = await server.request('/api/v1/region')
  expect(JSON.parse(direct.text)).toEqual({ country_code: 'US', source: 'default' })
})

test('ignores a forwarded address from an untrusted client', async ({ connection }) => {
  const service = await startHttpServer((_, response) => void response.end('{"country_code":"IN"}'))
  const server = await startTestServer({
    connection,
    env: { GEO_URL: `${service}/{ip}`, GEO_FALLBACK_URL: 'off' },
  })
  const result = await server.request('/api/v1/region', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(JSON.parse(result.text)).toEqual({ country_code: 'US', source: 'default' })
})

test('sends the address of a visitor who opted out to no lookup service', async ({ connection }) => {
  let lookups = 0
  const service = await startHttpServer((_, response) => {
    lookups++
    response.end('{"country_code":"IN"}')
  })
  const env = { GEO_URL: `${service}/{ip}`, GEO_FALLBACK_URL: 'off', TRUST_PROXY: '127.0.0.1/32' }
  const server = await startTestServer({ connection, env })
  for (const optOut of [{ 'sec-gpc': '1' }, { dnt: '1' }] as Record<string, string>[]) {
    const headers = { 'x-forwarded-for': '203.0.113.9', ...optOut }
    const { text } = await server.request('/api/v1/region', { headers })
    expect(JSON.parse(text)).toEqual({ country_code: 'US', source: 'default' })
  }
  expect(lookups).toBe(0)
  const headers = { 'x-forwarded-for': '203.0.113.9', 'sec-gpc': '0' }
  expect(JSON.parse((await server.request('/api/v1/region', { headers })).text).country_code).toBe('IN')
})

test('asks no lookup service if the owner turned lookups off', async ({ connection }) => {
  let lookups = 0
  const service = await startHttpServer((_, response) => {
    lookups++
    response.end('{"country_code":"IN"}')
  })
  const value = { countVisits: true, recordSearches: true, lookUpCountry: false }
  await saveSetting(connection.db, { key: 'privacy', value, actorId: 'usr_owner' })
  const env = { GEO_URL: `${service}/{ip}`, GEO_FALLBACK_URL: 'off', TRUST_PROXY: '127.0.0.1/32' }
  const server = await startTestServer({ connection, env })
  const { text } = await server.request('/api/v1/region', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(JSON.parse(text)).toEqual({ country_code: 'US', source: 'default' })
  expect(lookups).toBe(0)
})
