import { describe, expect, test } from 'vitest'
import { ANY_CHANGE, createPageCache } from './page-cache.ts'
import type { BufferedResponse } from './response.ts'

const MEGABYTE = 1024 * 1024

function buildResponse(bytes = 10): BufferedResponse {
  return { status: 200, headers: {}, body: new Uint8Array(bytes), etag: undefined, encodings: {} }
}
const rendered = (response: BufferedResponse, tags: string[] | undefined = [ANY_CHANGE]) =>
  Promise.resolve({ response, tags })
const failedRender = () => Promise.reject(new Error('The database is away'))

/** A render that ends when the test says so. */
function deferredRender(response = buildResponse(), tags: string[] | undefined = [ANY_CHANGE]) {
  const { promise, resolve } = Promise.withResolvers<{
    response: BufferedResponse
    tags: string[] | undefined
  }>()
  return { response, render: () => promise, finish: () => resolve({ response, tags }) }
}

describe('one render for all who ask', () => {
  test('a hundred visitors at once cost one', async () => {
    const cache = createPageCache(MEGABYTE)
    const slowRender = deferredRender()
    const pendingResponses = Array.from({ length: 100 }, () => cache.getOrRender('/', slowRender.render))
    slowRender.finish()
    expect(new Set(await Promise.all(pendingResponses))).toEqual(new Set([slowRender.response]))
    expect(cache.counts.misses).toBe(1)
    expect(cache.getCached('/')).toBe(slowRender.response)
  })

  test('a render that fails fails for them, and the next visitor begins anew', async () => {
    const cache = createPageCache(MEGABYTE)
    const pendingResponses = await Promise.allSettled([
      cache.getOrRender('/', failedRender),
      cache.getOrRender('/', failedRender),
    ])
    expect(pendingResponses.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const response = buildResponse()
    expect(await cache.getOrRender('/', () => rendered(response))).toBe(response)
  })

  test('but an answer without tags is handed to nobody else, whether they wait or come later', async () => {
    const cache = createPageCache(MEGABYTE)
    const personal = () => Promise.resolve({ response: buildResponse(), tags: undefined })
    const responses = await Promise.all([1, 2, 3].map(() => cache.getOrRender('/', personal)))
    expect(new Set(responses).size).toBe(3)
    expect(cache.getCached('/')).toBeUndefined()
  })
})

describe('when the catalogue changes', () => {
  test('what shows the product goes, with every list; the rest stays', async () => {
    const cache = createPageCache(MEGABYTE)
    await cache.getOrRender('rose', () => rendered(buildResponse(), ['prd_rose']))
    await cache.getOrRender('fig', () => rendered(buildResponse(), ['prd_fig']))
    await cache.getOrRender('both', () => rendered(buildResponse(), ['prd_fig', 'prd_rose']))
    await cache.getOrRender('list', () => rendered(buildResponse()))
    cache.invalidate(['prd_rose'])
    expect(['rose', 'fig', 'both', 'list'].filter((key) => cache.getCached(key))).toEqual(['fig'])
    expect(cache.counts.drops).toBe(3)
  })

  test('a page that was being rendered meanwhile is not kept', async () => {
    const cache = createPageCache(MEGABYTE)
    const slowRender = deferredRender(buildResponse(), ['prd_rose'])
    const pendingResponse = cache.getOrRender('rose', slowRender.render)
    cache.invalidate(['prd_rose'])
    slowRender.finish()
    expect(await pendingResponse).toBe(slowRender.response)
    expect(cache.getCached('rose')).toBeUndefined()
  })

  test('it is kept if what changed was another product', async () => {
    const cache = createPageCache(MEGABYTE)
    const slowRender = deferredRender(buildResponse(), ['prd_rose'])
    const pendingResponse = cache.getOrRender('rose', slowRender.render)
    cache.invalidate(['prd_fig'])
    slowRender.finish()
    await pendingResponse
    expect(cache.getCached('rose')).toBe(slowRender.response)
  })

  test('who comes after a change does not join a render that began before it', async () => {
    const cache = createPageCache(MEGABYTE)
    const [before, after] = [deferredRender(), deferredRender()]
    const earlyResponse = cache.getOrRender('/', before.render)
    cache.invalidate(['prd_rose'])
    const lateResponse = cache.getOrRender('/', after.render)
    after.finish()
    expect(await lateResponse).toBe(after.response)
    before.finish()
    expect(await earlyResponse).toBe(before.response)
    expect(cache.getCached('/')).toBe(after.response)
  })

  test('however many changes a render outlasts, it is not kept', async () => {
    const cache = createPageCache(MEGABYTE)
    const slowRender = deferredRender(buildResponse(), ['prd_rose'])
    const pendingResponse = cache.getOrRender('rose', slowRender.render)
    cache.invalidate(['prd_rose'])
    for (let change = 0; change < 5000; change++) cache.invalidate([`prd_${change}`])
    slowRender.finish()
    await pendingResponse
    expect(cache.getCached('rose')).toBeUndefined()
  })

  test('after a time of not knowing, everything goes, also what is being rendered', async () => {
    const cache = createPageCache(MEGABYTE)
    await cache.getOrRender('fig', () => rendered(buildResponse(), ['prd_fig']))
    const slowRender = deferredRender(buildResponse(), ['prd_rose'])
    const pendingResponse = cache.getOrRender('rose', slowRender.render)
    cache.clear()
    slowRender.finish()
    await pendingResponse
    expect(cache.size()).toBe(0)
    expect(cache.counts.bytes).toBe(0)
  })
})

describe('memory', () => {
  const fillCache = async (cache: ReturnType<typeof createPageCache>, keys: string[], bytes = 5000) => {
    for (const key of keys) await cache.getOrRender(key, () => rendered(buildResponse(bytes)))
  }

  test('the least recently used goes first, so that the limit in bytes holds', async () => {
    const cache = createPageCache(100_000)
    await fillCache(cache, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'])
    expect(cache.getCached('b')).toBeDefined()
    await fillCache(cache, ['k', 'l', 'm'])
    expect(['a', 'b', 'c', 'd', 'm'].filter((key) => cache.getCached(key))).toEqual(['b', 'd', 'm'])
    expect(cache.counts.bytes).toBeLessThanOrEqual(100_000)
  })

  test('one answer that would push out many is not kept', async () => {
    const cache = createPageCache(100_000)
    await fillCache(cache, ['small'])
    await fillCache(cache, ['large'], 50_000)
    expect(cache.getCached('small')).toBeDefined()
    expect(cache.getCached('large')).toBeUndefined()
  })

  test('without memory every visitor gets a render of its own time', async () => {
    const cache = createPageCache(0)
    await fillCache(cache, ['a'], 0)
    expect(cache.getCached('a')).toBeUndefined()
  })
})
