import { request as openRequest } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { HTML, startTestServer } from '#test/http/http-server.ts'
import type { PageHandler } from './pages/page-handler.ts'

const WAIT = { timeout: 10_000 }

function createCountingPages(options: { headers?: Record<string, string>; personal?: boolean } = {}) {
  let renderCount = 0
  const pages: PageHandler = async ({ url }, requestContext) => {
    if (options.personal) requestContext.tags = undefined
    return new Response(`<p>${++renderCount} ${url} ${requestContext.ctx.region.code}</p>`, {
      headers: { ...HTML, ...options.headers },
    })
  }
  return { pages, renderCount: () => renderCount }
}

describe('a page is rendered', () => {
  test('once for all anonymous visitors, per URL and region', async () => {
    const { pages, renderCount } = createCountingPages()
    const { request } = await startTestServer({ pages })
    const india = { headers: { cookie: 'userSelectedRegion=IN' } }
    const first = await request('/categories')
    expect((await request('/categories')).text).toBe(first.text)
    expect((await request('/categories', { headers: { cookie: 'consent=1; theme=dark' } })).text).toBe(
      first.text,
    )
    expect((await request('/categories', india)).text).toContain('IN')
    expect((await request('/categories', india)).text).toContain('IN')
    expect((await request('/categories?sort=name')).text).toContain('sort=name')
    expect(renderCount()).toBe(3)
    expect(first.headers).toMatchObject({
      vary: 'accept-encoding, cookie',
      'cache-control': 'private, no-cache',
    })
  })

  test('without parameters that it ignores, such as those of campaigns', async () => {
    const { pages, renderCount } = createCountingPages()
    const { request } = await startTestServer({ pages })
    const first = await request('/categories?sort=name')
    for (const query of ['utm_source=mail&sort=name', 'sort=name&x=1', 'sort=name&gclid=a%3Db&'])
      expect((await request(`/categories?${query}`)).text).toBe(first.text)
    expect(first.text).toMatch(/categories\?sort=name US/)
    expect(renderCount()).toBe(1)
    expect((await request('/search?q=why?&x=1')).text).toContain('/search?q=why? US')
    expect((await request('/?sortx=1')).text).toMatch(/\/ US/)
    // These are not cached, and the pages read other parameters.
    expect((await request('/login?next=%2Fprofile')).text).toContain('next=')
  })

  test('again after a change, with a new ETag; until then the ETag matches', async () => {
    const { pages } = createCountingPages()
    const { request, cache } = await startTestServer({ pages })
    const { headers } = await request('/')
    const conditional = { headers: { 'if-none-match': String(headers.etag) } }
    expect((await request('/', conditional)).status).toBe(304)
    cache.invalidate(['prd_rose'])
    expect((await request('/', conditional)).status).toBe(200)
  })

  test('each time for a request with a session or token', async () => {
    const { pages, renderCount } = createCountingPages()
    const { request } = await startTestServer({ pages })
    const signedInHeaders: Record<string, string>[] = [
      { cookie: 'eb_session=made-up' },
      { cookie: 'a=b; __Host-eb_session=x.y' },
      { cookie: 'a=b;eb_session=' },
      { authorization: 'Bearer made-up' },
    ]
    for (const headers of signedInHeaders) await request('/', { headers })
    expect(renderCount()).toBe(signedInHeaders.length)
    await request('/', { headers: { cookie: 'not_eb_session=1; eb_session_old=2' } })
    await request('/')
    expect(renderCount()).toBe(signedInHeaders.length + 1)
  })

  test('each time if it is private, however its URL is spelled', async () => {
    const { pages, renderCount } = createCountingPages()
    const { request } = await startTestServer({ pages })
    const personalPaths = [
      '/cart',
      '/cart/',
      '/cart.data',
      '/orders/EB123456',
      '/checkout?step=2',
      '/admin/login',
      '/login',
      '/reset-password',
    ]
    const spellingVariants = ['/%63art', '/x//cart', '/cart%2F']
    for (const address of [...personalPaths, ...spellingVariants])
      for (const _attempt of [1, 2]) await request(address)
    expect(renderCount()).toBe(2 * (personalPaths.length + spellingVariants.length))
  })

  test('each time if it is not cacheable or sets a cookie, even for concurrent requests', async () => {
    for (const options of [{ personal: true }, { headers: { 'set-cookie': 'guest=1; Path=/' } }]) {
      const { pages, renderCount } = createCountingPages(options)
      const { request } = await startTestServer({ pages })
      const texts = await Promise.all([1, 2, 3, 4].map(async () => (await request('/')).text))
      expect(new Set(texts).size).toBe(4)
      expect(renderCount()).toBe(4)
    }
  })
})

test('only responses to anonymous reads may be stored, and those must be checked before each use', async () => {
  const pages: PageHandler = async () => new Response('col', { headers: { 'content-type': 'text/csv' } })
  const { request } = await startTestServer({ pages })
  const cachingOf = async (path: string, options = {}) =>
    (await request(path, options)).headers['cache-control']
  for (const path of ['/', '/product/rose', '/search?q=rose', '/nothing'])
    expect([path, await cachingOf(path)]).toEqual([path, 'private, no-cache'])
  const personalPaths = [
    '/orders/EB1?key=x',
    '/cart',
    '/profile/data',
    '/payment-success?session_id=x',
    '/%6frders',
  ]
  for (const path of personalPaths) expect([path, await cachingOf(path)]).toEqual([path, 'private, no-store'])
  for (const options of [{ headers: { cookie: 'eb_session=x' } }, { method: 'POST' }])
    expect(await cachingOf('/', options)).toBe('private, no-store')
})

test('TRACE is refused, for pages and the API', async () => {
  const { request } = await startTestServer()
  for (const path of ['/', '/api/v1/products', '/health/live']) {
    const { status, headers } = await request(path, { method: 'TRACE' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE'])
  }
})

test('HEAD returns the headers of GET, cached or not', async () => {
  const pages: PageHandler = async () => new Response('<p>Rose</p>'.repeat(200), { headers: HTML })
  const { request } = await startTestServer({ pages })
  const sharedHeaders = ['content-length', 'content-type', 'etag', 'content-security-policy', 'cache-control']
  for (const cookie of ['', 'eb_session=x']) {
    const headers = { cookie, 'accept-encoding': 'gzip' }
    const head = await request('/', { method: 'HEAD', headers })
    const get = await request('/', { headers })
    expect(head.body.length).toBe(0)
    for (const name of sharedHeaders) expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
  }
})

test('a visitor who disconnects does not abort the render for others waiting for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let startedRenders = 0
  const pages: PageHandler = async ({ signal }) => {
    startedRenders++
    await promise
    signal.throwIfAborted()
    return new Response('<p>Rose</p>', { headers: HTML })
  }
  const { url, request } = await startTestServer({ pages })
  const abortedRequest = openRequest(url, { agent: false }).end()
  abortedRequest.on('error', () => {})
  await vi.waitUntil(() => startedRenders === 1, WAIT)
  const waitingRequest = request('/')
  const connectionClosed = new Promise((resolve) => abortedRequest.once('close', resolve))
  abortedRequest.destroy()
  await connectionClosed
  await request('/health/live')
  resolve()
  expect(await waitingRequest).toMatchObject({ status: 200, text: '<p>Rose</p>' })
  expect(startedRenders).toBe(1)
})

test('every response’s request ID is in the log, and query strings are not', async () => {
  const { request, logEntries } = await startTestServer()
  const { headers } = await request('/reset-password?token=secret-token')
  await vi.waitUntil(() => logEntries.length > 0, WAIT)
  expect(logEntries).toMatchObject([{ event: 'request', path: '/reset-password', status: 404 }])
  expect(logEntries[0]?.requestId).toBe(headers['x-request-id'])
  expect(JSON.stringify(logEntries)).not.toContain('secret-token')
})

test('metrics count requests by the pattern of their route', async () => {
  const pages: PageHandler = async (_, requestContext) => {
    requestContext.route = '/product/:id'
    return new Response('<h1>Serum</h1>', { status: 404, headers: HTML })
  }
  const { request } = await startTestServer({ pages })
  await request('/product/serum')
  await request('/product/oil')
  await request('/api/v1/no-such-list')
  const readCounts = async () => (await request('/metrics')).text
  await expect
    .poll(readCounts)
    .toContain('http_request_seconds_count{method="GET",route="/product/:id",status="4xx"} 2')
  await expect
    .poll(readCounts)
    .toMatch(/http_request_seconds_count\{method="GET",route="\/api\/[^"]*",status="4xx"\} 1/)
})
