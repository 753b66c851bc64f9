import { findUnknownProxy } from '#core/readiness/unknown-proxy.server.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const TOKEN = 'a metrics token that is long'

test('metrics are open on the store’s own machine only, and elsewhere with the token', async ({
  connection,
}) => {
  const local = createTestStore(connection).visitor()
  expect((await local.get('/metrics')).status).toBe(200)
  expect((await local.get('/metrics', { headers: { 'x-real-ip': '203.0.113.9' } })).status).toBe(401)
  const remote = createTestStore(connection).visitor({ address: '203.0.113.9' })
  expect((await remote.get('/metrics')).status).toBe(401)
  const withToken = createTestStore(connection, { env: { METRICS_TOKEN: TOKEN } })
  const scraper = withToken.visitor({ address: '203.0.113.9' })
  const scrape = (token: string) => scraper.get('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect([(await scrape(TOKEN)).status, (await scrape('another')).status]).toEqual([200, 401])
  expect(
    (
      await createTestStore(connection, { env: { TRUST_PROXY: 'off' } })
        .visitor()
        .get('/metrics')
    ).status,
  ).toBe(200)
})

test('a forwarded request is recorded unless TRUST_PROXY is set', async ({ connection }) => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  for (const TRUST_PROXY of ['off', '127.0.0.1/32'])
    await createTestStore(connection, { env: { TRUST_PROXY } }).visitor().get('/health/live', { headers })
  expect(await findUnknownProxy(connection.db)).toBeUndefined()
  await createTestStore(connection).visitor().get('/health/live', { headers })
  await expect.poll(() => findUnknownProxy(connection.db)).toMatchObject({ proxy: '127.0.0.1' })
})
