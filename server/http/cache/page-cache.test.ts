import { describe, expect, test, vi } from 'vitest'
import type { EncodedResponse } from '../response.ts'
import { ANY_CHANGE, createPageCache } from './page-cache.ts'

const MEGABYTE = 1024 * 1024

function buildResponse(bytes = 10): EncodedResponse {
  return { status: 200, headers: {}, body: new Uint8Array(bytes), etag: undefined, encoding: 'identity' }
}
const rendered = (response: EncodedResponse, tags: string[] | undefined = [ANY_CHANGE]) =>
  Promise.resolve({ value: response, tags })
const failedRender = () => Promise.reject(new Error('The database is unavailable'))

function deferredRender(response = buildResponse(), tags: string[] | undefined = [ANY_CHANGE]) {
  const { promise, resolve } = Promise.withResolvers<{
    value: EncodedResponse
    tags: string[] | undefined
  }>()
  return { response, render: () => promise, finish: () => resolve({ value: response, tags }) }
}

describe('concurrent requests share a render', () => {
  test('a hundred concurrent visitors cost one render', async () => {
    const cache = createPageCache(MEGABYTE)
    const slowRender = deferredRender()
    const pendingResponses = Array.from({ length: 100 }, () => cache.getOrRead('/', slowRender.render))
    slowRender.finish()
    expect(new Set(await Promise.all(pendingResponses))).toEqual(new Set([slowRender.response]))
    expect(cache.counts.misses).toBe(1)
    expect(cache.getCached('/')).toBe(slowRender.response)
  })

  test('a failed render fails for all of them, and the next request starts a new one', async () => {
    const cache = createPageCache(MEGABYTE)
    const pendingResponses = await Promise.allSettled([
      cache.getOrRead('/', failedRender),
      cache.getOrRead('/', failedRender),
    ])
    expect(pendingResponses.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const response = buildResponse()
    expect(await cache.getOrRead('/', () => rendered(response))).toBe(response)
  })

  test('but a response without tags is never shared, with concurrent or later requests', async () => {
    const cache = createPageCache(MEGABYTE)
    const personal = () => Promise.resolve({ value: buildResponse(), tags: undefined })
    const responses = await Promise.all([1, 2, 3].map(() => cache.getOrRead('/', personal)))
    expect(new Set(responses).size).toBe(3)
    expect(cache.getCached('/')).toBeUndefined()
  })
})

describe('when the catalog changes', () => {
  test('pages with the product are dropped, and so are lists; the rest stays', async () => {
    const cache = createPageCache(MEGABYTE)
    await cache.getOrRead('rose', () => rendered(buildResponse(), ['prd_rose']))
    await cache.getOrRead('fig', () => rendered(buildResponse(), ['prd_fig']))
    await cache.getOrRead('both', () => rendered(buildResponse(), ['prd_fig', 'prd_rose']))
    await cache.getOrRead('list', () => rendered(buildResponse()))
    cache.invalidate(['prd_rose'])
    expect(['rose', 'fig', 'both', 'list'].filter((key) => cache.getCached(key))).toEqual(['fig'])
    expect(cache.counts.drops).toBe(3)
  })

  test('a page whose render was in progress is not cached', async () => {
    const cache = createPageCache(MEGABYTE)
    const slowRender = deferredRender(buildResponse(), ['prd_rose'])
    const pendingResponse = cache.getOrRead('rose', slowRender.render)
    cache.invalidate(['prd_rose'])
    slowRender.finish()
    expect(await pendingResponse).toBe(slowRender.response)
    expect(cache.getCached('rose')).toBeUndefined()
  })

  test('it is cached if another product changed', async () => {
    const cache = createPageCache(MEGABYTE)
    const slowRender = deferredRender(buildResponse(), ['prd_rose'])
    const pendingResponse = cache.getOrRead('rose', slowRender.render)
    cache.invalidate(['prd_fig'])
    slowRender.finish()
    await pendingResponse
    expect(cache.getCached('rose')).toBe(slowRender.response)
  })

  test('a request after a change does not join a render that started before it', async () => {
    const cache = createPageCache(MEGABYTE)
    const [before, after] = [deferredRender(), deferredRender()]
    const earlyResponse = cache.getOrRead('/', before.render)
    cache.invalidate(['prd_rose'])
    const lateResponse = cache.getOrRead('/', after.render)
    after.finish()
    expect(await lateResponse).toBe(after.response)
    before.finish()
    expect(await earlyResponse).toBe(before.response)
    expect(cache.getCached('/')).toBe(after.response)
  })

  test('a render that outlasts any number of changes is not cached', async () => {
    const cache = createPageCache(MEGABYTE)
    const slowRender = deferredRender(buildResponse(), ['prd_rose'])
    const pendingResponse = cache.getOrRead('rose', slowRender.render)
    cache.invalidate(['prd_rose'])
    for (let change = 0; change < 5000; change++) cache.invalidate([`prd_${change}`])
    slowRender.finish()
    await pendingResponse
    expect(cache.getCached('rose')).toBeUndefined()
  })

  test('a reset drops everything, including renders in progress', async () => {
    const cache = createPageCache(MEGABYTE)
    await cache.getOrRead('fig', () => rendered(buildResponse(), ['prd_fig']))
    const slowRender = deferredRender(buildResponse(), ['prd_rose'])
    const pendingResponse = cache.getOrRead('rose', slowRender.render)
    cache.clear()
    slowRender.finish()
    await pendingResponse
    expect(cache.size()).toBe(0)
    expect(cache.counts.bytes).toBe(0)
  })
})

describe('memory', () => {
  const fillCache = async (cache: ReturnType<typeof createPageCache>, keys: string[], bytes = 5000) => {
    for (const key of keys) await cache.getOrRead(key, () => rendered(buildResponse(bytes)))
  }

  test('a page that is asked for again replaces the least recently used one, within the size limit', async () => {
    const cache = createPageCache(100_000)
    await fillCache(cache, [...'abcdefghijklmnop'])
    expect(cache.getCached('b')).toBeDefined()
    await fillCache(cache, ['new', 'new'])
    expect(['a', 'b', 'c', 'new'].filter((key) => cache.getCached(key))).toEqual(['b', 'c', 'new'])
    expect(cache.counts.bytes).toBeLessThanOrEqual(100_000)
  })

  test('pages that are asked for in turn come from the cache as far as it reaches', async () => {
    const cache = createPageCache(100_000)
    const keys = Array.from({ length: 20 }, (_, index) => `/product/${index}`)
    for (let round = 0; round < 5; round++) await fillCache(cache, keys)
    const { hits } = cache.counts
    for (const key of keys) cache.getCached(key)
    expect(cache.counts.hits - hits).toBe(cache.size())
    expect(cache.size()).toBeGreaterThanOrEqual(15)
  })

  test('a crawler that reads every page once drops none of those that shoppers read', async () => {
    const cache = createPageCache(100_000)
    const popular = [...'abcdefghij']
    for (let visit = 0; visit < 3; visit++) await fillCache(cache, popular)
    await fillCache(
      cache,
      Array.from({ length: 5000 }, (_, index) => `/product/${index}`),
    )
    expect(popular.filter((key) => cache.getCached(key))).toEqual(popular)
  })

  test('former favorites give way', async () => {
    const cache = createPageCache(100_000)
    const [former, current] = [1, 2].map((year) =>
      Array.from({ length: 15 }, (_, index) => `/journal/${year}-${index}`),
    ) as [string[], string[]]
    const read = async (keys: string[]) => {
      for (const key of keys) if (!cache.getCached(key)) await fillCache(cache, [key])
    }
    for (let visit = 0; visit < 250; visit++) await read(former)
    for (let visit = 0; visit < 60_000; visit++) await read(current)
    expect(current.filter((key) => cache.getCached(key))).toEqual(current)
  })

  test('a response that would evict many others is not cached', async () => {
    const cache = createPageCache(100_000)
    await fillCache(cache, ['small'])
    await fillCache(cache, ['large'], 50_000)
    expect(cache.getCached('small')).toBeDefined()
    expect(cache.getCached('large')).toBeUndefined()
  })

  test('with a size of zero, every visitor gets a new render', async () => {
    const cache = createPageCache(0)
    await fillCache(cache, ['a'], 0)
    expect(cache.getCached('a')).toBeUndefined()
  })
})

test('a response that changes by itself is cached until then', async () => {
  vi.useFakeTimers({ now: 1000 })
  try {
    const cache = createPageCache(MEGABYTE)
    const sale = buildResponse()
    const render = async () => ({ value: sale, tags: [ANY_CHANGE], expiresAt: 5000 })
    await cache.getOrRead('/', render)
    vi.setSystemTime(4999)
    expect(cache.getCached('/')).toBe(sale)
    vi.setSystemTime(5000)
    expect(cache.getCached('/')).toBeUndefined()
    expect(cache.size()).toBe(0)
    expect(cache.counts.bytes).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
