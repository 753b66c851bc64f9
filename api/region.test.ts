import { openDoors } from '#test/doors.ts'
import { serve } from '#test/http.ts'
import { expect, test } from '#test/store.ts'

test('answers with one of the store’s regions, for the address that a trusted proxy names', async ({
  connection,
}) => {
  const service = await serve((_, response) => void response.end('{"country_code":"IN"}'))
  const env = { GEO_URL: `${service}/{ip}`, GEO_FALLBACK_URL: 'off', TRUST_PROXY: '127.0.0.1/32' }
  const doors = await openDoors({ connection, env })
  const travelling = await doors.ask('/api/v1/region', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(JSON.parse(travelling.text)).toEqual({ country_code: 'IN', source: 'lookup' })
  expect(travelling.headers['cache-control']).toBe('private, no-store')
  const atHome = await doors.ask('/api/v1/region')
  expect(JSON.parse(atHome.text)).toEqual({ country_code: 'US', source: 'default' })
})

test('a stranger’s own tale of where they are from is not believed', async ({ connection }) => {
  const service = await serve((_, response) => void response.end('{"country_code":"IN"}'))
  const doors = await openDoors({ connection, env: { GEO_URL: `${service}/{ip}`, GEO_FALLBACK_URL: 'off' } })
  const told = await doors.ask('/api/v1/region', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(JSON.parse(told.text)).toEqual({ country_code: 'US', source: 'default' })
})
