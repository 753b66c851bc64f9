import { request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { HTML, openDoors } from '#test/doors.ts'
import type { Pages } from './pages.ts'

/** A page that says how often it was made, and for which address. */
function countingPages(said: { headers?: Record<string, string>; personal?: boolean } = {}) {
  let made = 0
  const pages: Pages = async ({ url }, visit) => {
    if (said.personal) visit.tags = undefined
    return new Response(`<p>${++made} ${url} ${visit.ctx.region}</p>`, {
      headers: { ...HTML, ...said.headers },
    })
  }
  return { pages, made: () => made }
}

describe('a page is made once', () => {
  test('for all who come without a name, per address and region', async () => {
    const { pages, made } = countingPages()
    const { ask } = await openDoors({ pages })
    const india = { headers: { cookie: 'userSelectedRegion=IN' } }
    const first = await ask('/categories')
    expect((await ask('/categories')).text).toBe(first.text)
    expect((await ask('/categories', { headers: { cookie: 'consent=1; theme=dark' } })).text).toBe(first.text)
    expect((await ask('/categories', india)).text).toContain('IN')
    expect((await ask('/categories', india)).text).toContain('IN')
    expect((await ask('/categories?sort=name')).text).toContain('sort=name')
    expect(made()).toBe(3)
    expect(first.headers).toMatchObject({
      vary: 'accept-encoding, cookie',
      'cache-control': 'private, no-cache',
    })
  })

  test('and anew after a change, with another tag; until then the tag is enough', async () => {
    const { pages } = countingPages()
    const { ask, cache } = await openDoors({ pages })
    const { headers } = await ask('/')
    const known = { headers: { 'if-none-match': String(headers.etag) } }
    expect((await ask('/', known)).status).toBe(304)
    cache.invalidate(['prd_rose'])
    expect((await ask('/', known)).status).toBe(200)
  })

  test('each time for whoever may be somebody', async () => {
    const { pages, made } = countingPages()
    const { ask } = await openDoors({ pages })
    const somebody: Record<string, string>[] = [
      { cookie: 'eb_session=made-up' },
      { cookie: 'a=b; __Host-eb_session=x.y' },
      { cookie: 'a=b;eb_session=' },
      { authorization: 'Bearer made-up' },
    ]
    for (const headers of somebody) await ask('/', { headers })
    expect(made()).toBe(somebody.length)
    await ask('/', { headers: { cookie: 'not_eb_session=1; eb_session_old=2' } })
    await ask('/')
    expect(made()).toBe(somebody.length + 1)
  })

  test('each time where it is one visitor’s own, however the address is spelt', async () => {
    const { pages, made } = countingPages()
    const { ask } = await openDoors({ pages })
    const own = [
      '/cart',
      '/cart/',
      '/cart.data',
      '/orders/EB123456',
      '/checkout?step=2',
      '/admin/login',
      '/login',
      '/reset-password',
    ]
    const spelt = ['/%63art', '/x/../cart', '/x//cart', '/./cart', '/cart%2F', '/x/%2e%2e/cart']
    for (const address of [...own, ...spelt]) for (const _visit of [1, 2]) await ask(address)
    expect(made()).toBe(2 * (own.length + spelt.length))
  })

  test('each time when it is kept for nobody, or sets a cookie, also for those who come at once', async () => {
    for (const said of [{ personal: true }, { headers: { 'set-cookie': 'guest=1; Path=/' } }]) {
      const { pages, made } = countingPages(said)
      const { ask } = await openDoors({ pages })
      const texts = await Promise.all([1, 2, 3, 4].map(async () => (await ask('/')).text))
      expect(new Set(texts).size).toBe(4)
      expect(made()).toBe(4)
    }
  })
})

test('HEAD tells what GET would, whether kept or made anew', async () => {
  const pages: Pages = async () => new Response('<p>Rose</p>'.repeat(200), { headers: HTML })
  const { ask } = await openDoors({ pages })
  const told = ['content-length', 'content-type', 'etag', 'content-security-policy', 'cache-control']
  for (const cookie of ['', 'eb_session=x']) {
    const headers = { cookie, 'accept-encoding': 'gzip' }
    const head = await ask('/', { method: 'HEAD', headers })
    const get = await ask('/', { headers })
    expect(head.body.length).toBe(0)
    for (const name of told) expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
  }
})

test('a visitor who hangs up does not spoil the page for those who wait for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const pages: Pages = async ({ signal }) => {
    begun++
    await promise
    signal.throwIfAborted()
    return new Response('<p>Rose</p>', { headers: HTML })
  }
  const { url, ask } = await openDoors({ pages })
  const hasty = request(url, { agent: false }).end()
  hasty.on('error', () => {})
  await vi.waitUntil(() => begun === 1)
  const patient = ask('/')
  const gone = new Promise((resolve) => hasty.once('close', resolve))
  hasty.destroy()
  await gone
  await ask('/health/live')
  resolve()
  expect(await patient).toMatchObject({ status: 200, text: '<p>Rose</p>' })
  expect(begun).toBe(1)
})

test('every answer names its request in the log, without the part that may hold a token', async () => {
  const { ask, logged } = await openDoors()
  const { headers } = await ask('/reset-password?token=secret-token')
  await vi.waitUntil(() => logged.length > 0)
  expect(logged).toMatchObject([{ event: 'request', path: '/reset-password', status: 404 }])
  expect(logged[0]?.requestId).toBe(headers['x-request-id'])
  expect(JSON.stringify(logged)).not.toContain('secret-token')
})
