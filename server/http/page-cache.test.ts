import { describe, expect, test } from 'vitest'
import { ANY_CHANGE, createPageCache } from './page-cache.ts'
import type { BufferedResponse } from './response.ts'

const MEGABYTE = 1024 * 1024

function buildResponse(bytes = 10): BufferedResponse {
  return { status: 200, headers: {}, body: new Uint8Array(bytes), etag: undefined, encodings: {} }
}
const rendered = (response: BufferedResponse, tags: string[] | undefined = [ANY_CHANGE]) =>
  Promise.resolve({ value: response, tags })
const failedRender = () => Promise.reject(new Error('The database is unavailable'))

function deferredRender(response = buildResponse(), tags: string[] | undefined = [ANY_CHANGE]) {
  const { promise, resolve } = Promise.withResolvers<{
    value: BufferedResponse
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

  test('the least recently used pages are evicted first, within the size limit', async () => {
    const cache = createPageCache(100_000)
    await fillCache(cache, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'])
    expect(cache.getCached('b')).toBeDefined()
    await fillCache(cache, ['k', 'l', 'm'])
    expect(['a', 'b', 'c', 'd', 'm'].filter((key) => cache.getCached(key))).toEqual(['b', 'd', 'm'])
    expect(cache.counts.bytes).toBeLessThanOrEqual(100_000)
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
