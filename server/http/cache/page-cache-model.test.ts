import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EncodedResponse } from '../response.ts'
import { ANY_CHANGE, createPageCache } from './page-cache.ts'

const PRODUCTS = ['rose', 'fig', 'peony']
const TAGS_BY_PATH: Record<string, string[] | undefined> = {
  '/rose': ['rose'],
  '/fig': ['fig'],
  '/rose-and-peony': ['rose', 'peony'],
  '/list': [ANY_CHANGE],
  '/personal': undefined,
}
const REGIONS = ['US', 'CA', 'GB', 'IN']
const CACHE_KEYS = REGIONS.flatMap((region) =>
  Object.keys(TAGS_BY_PATH).map((address) => `${region} ${address}`),
)
const tagsFor = (key: string) => TAGS_BY_PATH[key.slice(3)]
// Fits about half of the pages.
const LIMIT_BYTES = 8 * 4300

type Render = {
  key: string
  response: EncodedResponse
  startedAt: number
  versions: Map<string, number>
  end(): void
}

/** A cache with a model of product versions, which checks every response. */
function createCacheModel() {
  const cache = createPageCache(LIMIT_BYTES)
  const versions = new Map([...PRODUCTS, ANY_CHANGE].map((tag) => [tag, 0]))
  const renders = new Map<EncodedResponse, Render>()
  const openRenders: Render[] = []
  const visits: { key: string; at: number; response: Promise<EncodedResponse> }[] = []
  let now = 0
  let lastChangeAt = 0

  return {
    ask(key: string) {
      const response = cache.getOrRead(key, () => {
        const body = new Uint8Array(2000)
        const rendered = { status: 200, headers: {}, body, etag: undefined, encoding: 'identity' as const }
        const { promise, resolve } = Promise.withResolvers<{
          value: EncodedResponse
          tags: string[] | undefined
        }>()
        const end = () => resolve({ value: rendered, tags: tagsFor(key) })
        const render = { key, response: rendered, startedAt: now++, versions: new Map(versions), end }
        // Renders of the same key may overlap only across a change.
        const concurrentRender = openRenders.find(
          (other) => other.key === key && other.startedAt >= lastChangeAt,
        )
        if (tagsFor(key)) expect(concurrentRender).toBeUndefined()
        renders.set(rendered, render)
        openRenders.push(render)
        return promise
      })
      visits.push({ key, at: now++, response })
    },
    async end(index: number) {
      const [render] = openRenders.length ? openRenders.splice(index % openRenders.length, 1) : []
      render?.end()
      await new Promise((resolve) => setImmediate(resolve))
    },
    change(products: string[]) {
      for (const tag of [...products, ANY_CHANGE]) versions.set(tag, (versions.get(tag) ?? 0) + 1)
      lastChangeAt = now++
      cache.invalidate(products)
    },
    forget() {
      for (const tag of versions.keys()) versions.set(tag, (versions.get(tag) ?? 0) + 1)
      lastChangeAt = now++
      cache.clear()
      expect(cache.size()).toBe(0)
    },
    look(key: string) {
      const cached = cache.getCached(key)
      if (!cached) return
      const render = renders.get(cached)
      expect(render?.key).toBe(key)
      for (const tag of tagsFor(key) ?? ['never cached'])
        expect(render?.versions.get(tag)).toBe(versions.get(tag))
    },
    weigh() {
      expect(cache.counts.bytes).toBeLessThanOrEqual(LIMIT_BYTES)
      expect(cache.counts.bytes > 0).toBe(cache.size() > 0)
    },
    async close() {
      while (openRenders.length) await this.end(0)
      const results = visits.map(async ({ key, at, response }) => {
        const render = renders.get(await response)
        expect(render?.key).toBe(key)
        return { at, startedAt: render?.startedAt ?? 0, personal: !tagsFor(key) }
      })
      return Promise.all(results)
    },
    lastChange: () => lastChangeAt,
  }
}

type Step =
  | { do: 'ask' | 'look'; key: string }
  | { do: 'end'; which: number }
  | { do: 'change'; products: string[] }
  | { do: 'forget' }

// Most requests are for the same few keys.
const key = fc.oneof(fc.constantFrom(...CACHE_KEYS.slice(0, 3)), fc.constantFrom(...CACHE_KEYS))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('ask' as const), key }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const), key }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('change' as const), products: fc.subarray(PRODUCTS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
)

test('in any order of requests, renders, and changes, no visitor gets a page from before a change', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
    const model = createCacheModel()
    const changes: number[] = []
    for (const next of steps) {
      if (next.do === 'ask') model.ask(next.key)
      if (next.do === 'end') await model.end(next.which)
      if (next.do === 'look') model.look(next.key)
      if (next.do === 'change') model.change(next.products)
      if (next.do === 'forget') model.forget()
      if (next.do === 'change' || next.do === 'forget') changes.push(model.lastChange())
      for (const each of CACHE_KEYS) if (next.do !== 'ask') model.look(each)
      model.weigh()
    }
    const visits = await model.close()
    const personal = visits.filter((visit) => visit.personal).map(({ startedAt }) => startedAt)
    expect(new Set(personal).size).toBe(personal.length)
    // A request after a change gets a render that started after it.
    for (const { at, startedAt } of visits)
      expect(changes.find((change) => startedAt < change && change < at)).toBeUndefined()
  })
  await fc.assert(property, { numRuns: 300 })
})
