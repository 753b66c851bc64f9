import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { ANY_CHANGE, createPageCache } from './page-cache.ts'

const PRODUCTS = ['rose', 'fig', 'peony']
/** What each address shows; `personal` must never be kept. */
const SHOWS: Record<string, string[] | undefined> = {
  '/rose': ['rose'],
  '/fig': ['fig'],
  '/rose-and-peony': ['rose', 'peony'],
  '/list': [ANY_CHANGE],
  '/personal': undefined,
}
const REGIONS = ['US', 'CA', 'GB', 'IN']
const KEYS = REGIONS.flatMap((region) => Object.keys(SHOWS).map((address) => `${region} ${address}`))
const shownAt = (key: string) => SHOWS[key.slice(3)]
/** About half of what can be asked for. */
const LIMIT = 8 * 4300

type Render = { key: string; answer: Answer; began: number; versions: Map<string, number>; end(): void }

/** A shop whose products have versions, a cache before it, and a note of who was handed what. */
function openWorld() {
  const cache = createPageCache(LIMIT)
  const versions = new Map([...PRODUCTS, ANY_CHANGE].map((tag) => [tag, 0]))
  const renders = new Map<Answer, Render>()
  const open: Render[] = []
  const visits: { key: string; at: number; answer: Promise<Answer> }[] = []
  let now = 0
  let known = 0

  return {
    ask(key: string) {
      const answer = cache.through(key, () => {
        const body = new Uint8Array(2000)
        const made = { status: 200, headers: {}, body, etag: undefined, encodings: {} }
        const { promise, resolve } = Promise.withResolvers<{ answer: Answer; tags: string[] | undefined }>()
        const end = () => resolve({ answer: made, tags: shownAt(key) })
        const render = { key, answer: made, began: now++, versions: new Map(versions), end }
        // One at a time: any other of this address began before the last change.
        const rival = open.find((other) => other.key === key && other.began >= known)
        if (shownAt(key)) expect(rival).toBeUndefined()
        renders.set(made, render)
        open.push(render)
        return promise
      })
      visits.push({ key, at: now++, answer })
    },
    async end(which: number) {
      const [render] = open.length ? open.splice(which % open.length, 1) : []
      render?.end()
      await new Promise((resolve) => setImmediate(resolve))
    },
    change(products: string[]) {
      for (const tag of [...products, ANY_CHANGE]) versions.set(tag, (versions.get(tag) ?? 0) + 1)
      known = now++
      cache.invalidate(products)
    },
    forget() {
      for (const tag of versions.keys()) versions.set(tag, (versions.get(tag) ?? 0) + 1)
      known = now++
      cache.clear()
      expect(cache.size()).toBe(0)
    },
    look(key: string) {
      const found = cache.get(key)
      if (!found) return
      const render = renders.get(found)
      expect(render?.key).toBe(key)
      for (const tag of shownAt(key) ?? ['never kept'])
        expect(render?.versions.get(tag)).toBe(versions.get(tag))
    },
    weigh() {
      expect(cache.counts.bytes).toBeLessThanOrEqual(LIMIT)
      expect(cache.counts.bytes > 0).toBe(cache.size() > 0)
    },
    async close() {
      while (open.length) await this.end(0)
      const handed = visits.map(async ({ key, at, answer }) => {
        const render = renders.get(await answer)
        expect(render?.key).toBe(key)
        return { at, began: render?.began ?? 0, personal: !shownAt(key) }
      })
      return Promise.all(handed)
    },
    lastChange: () => known,
  }
}

type Step =
  | { do: 'ask' | 'look'; key: string }
  | { do: 'end'; which: number }
  | { do: 'change'; products: string[] }
  | { do: 'forget' }

// Most ask for the same few.
const key = fc.oneof(fc.constantFrom(...KEYS.slice(0, 3)), fc.constantFrom(...KEYS))
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

test('in whatever order visitors come, renders end and products change, nobody is handed a page from before', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
    const world = openWorld()
    const changes: number[] = []
    for (const next of steps) {
      if (next.do === 'ask') world.ask(next.key)
      if (next.do === 'end') await world.end(next.which)
      if (next.do === 'look') world.look(next.key)
      if (next.do === 'change') world.change(next.products)
      if (next.do === 'forget') world.forget()
      if (next.do === 'change' || next.do === 'forget') changes.push(world.lastChange())
      for (const each of KEYS) if (next.do !== 'ask') world.look(each)
      world.weigh()
    }
    const visits = await world.close()
    const personal = visits.filter((visit) => visit.personal).map(({ began }) => began)
    expect(new Set(personal).size).toBe(personal.length)
    // Who came after a change was handed a render that began after it too.
    for (const { at, began } of visits)
      expect(changes.find((change) => began < change && change < at)).toBeUndefined()
  })
  await fc.assert(property, { numRuns: 300 })
})
