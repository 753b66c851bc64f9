import { describe, expect, test } from 'vitest'
import { guest } from '#core/context.ts'
import { TooManyRequests } from '#core/errors.ts'
import { buildActor } from '#test/accounts.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { testSettings, test as testWithStore } from '#test/store.ts'
import { createReadBudget } from './read-budget.ts'

const OUTSIDE = '198.51.100.7'
const buildVisit = (ipAddress = OUTSIDE) => ({
  actor: guest,
  settings: testSettings,
  visitor: { ipAddress, userAgent: null, device: null, forwarded: false },
})

describe('the pages that guests of one network may have rendered', () => {
  test('are limited, and more are allowed as time passes', () => {
    const spend = createReadBudget({ burst: 30, perSecond: 2 })
    for (let page = 0; page < 30; page++) spend(buildVisit(), '/search', 0)
    expect(() => spend(buildVisit(), '/search', 0)).toThrow(TooManyRequests)
    expect(() => spend(buildVisit(), '/search', 400)).toThrow(expect.objectContaining({ retryAfter: 1 }))
    spend(buildVisit(), '/search', 500)
    expect(() => spend(buildVisit(), '/feeds/products.xml', 1000)).toThrow(
      expect.objectContaining({ retryAfter: 12 }),
    )
    spend(buildVisit(), '/feeds/products.xml', 15_000)
  })

  test('don’t count for other networks, private addresses, and load tests', () => {
    const spend = createReadBudget({ burst: 1, perSecond: 1 })
    spend(buildVisit(), '/', 0)
    spend(buildVisit('2001:4860::1'), '/', 0)
    expect(() => spend(buildVisit('2001:4860::2'), '/', 0)).toThrow(TooManyRequests)
    // A proxy without TRUST_PROXY makes all shoppers one address.
    for (const _page of [1, 2, 3]) spend(buildVisit('10.0.0.7'), '/', 0)
    spend({ ...buildVisit(), settings: { ...testSettings, limits: false } }, '/', 0)
  })

  testWithStore('don’t count for customers', async ({ ctx }) => {
    const spend = createReadBudget({ burst: 1, perSecond: 1 })
    const visit = { ...buildVisit(), actor: await buildActor(ctx.db) }
    for (const _page of [1, 2, 3]) spend(visit, '/', 0)
  })
})

testWithStore(
  'a made-up session doesn’t escape the limit, and cached pages don’t count',
  async ({ connection }) => {
    const env = { TRUST_PROXY: '127.0.0.0/8' }
    const pages = async () => new Response('<p>Rose</p>', { headers: { 'content-type': 'text/html' } })
    const { request } = await startTestServer({
      connection,
      env,
      pages,
      readLimits: { burst: 3, perSecond: 0.001 },
    })
    const visit = (path: string, from = OUTSIDE, cookie = 'eb_session=made-up') =>
      request(path, { headers: { 'x-forwarded-for': from, cookie, accept: 'text/html' } })
    await visit('/', OUTSIDE, 'a=b')
    for (const _page of [1, 2]) expect((await visit('/')).status).toBe(200)
    const refused = await visit('/')
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'content-type': expect.stringContaining('html') },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.text).toContain('too many requests from your network')
    expect((await visit('/', '198.51.100.8')).status).toBe(200)
    expect((await visit('/', OUTSIDE, 'a=b')).status).toBe(200)
  },
)
