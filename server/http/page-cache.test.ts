import { describe, expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { ANY_CHANGE, createPageCache } from './page-cache.ts'

const MEGABYTE = 1024 * 1024

function page(bytes = 10): Answer {
  return { status: 200, headers: {}, body: new Uint8Array(bytes), etag: undefined, encodings: {} }
}
const made = (answer: Answer, tags: string[] | undefined = [ANY_CHANGE]) => Promise.resolve({ answer, tags })
const failed = () => Promise.reject(new Error('The database is away'))

/** A render that ends when the test says so. */
function slowly(answer = page(), tags: string[] | undefined = [ANY_CHANGE]) {
  const { promise, resolve } = Promise.withResolvers<{ answer: Answer; tags: string[] | undefined }>()
  return { answer, make: () => promise, end: () => resolve({ answer, tags }) }
}

describe('one render for all who ask', () => {
  test('a hundred visitors at once cost one', async () => {
    const cache = createPageCache(MEGABYTE)
    const render = slowly()
    const visitors = Array.from({ length: 100 }, () => cache.through('/', render.make))
    render.end()
    expect(new Set(await Promise.all(visitors))).toEqual(new Set([render.answer]))
    expect(cache.counts.misses).toBe(1)
    expect(cache.get('/')).toBe(render.answer)
  })

  test('a render that fails fails for them, and the next visitor begins anew', async () => {
    const cache = createPageCache(MEGABYTE)
    const visitors = await Promise.allSettled([cache.through('/', failed), cache.through('/', failed)])
    expect(visitors.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const answer = page()
    expect(await cache.through('/', () => made(answer))).toBe(answer)
  })

  test('but an answer without tags is handed to nobody else, whether they wait or come later', async () => {
    const cache = createPageCache(MEGABYTE)
    const personal = () => Promise.resolve({ answer: page(), tags: undefined })
    const answers = await Promise.all([1, 2, 3].map(() => cache.through('/', personal)))
    expect(new Set(answers).size).toBe(3)
    expect(cache.get('/')).toBeUndefined()
  })
})

describe('when the catalogue changes', () => {
  test('what shows the product goes, with every list; the rest stays', async () => {
    const cache = createPageCache(MEGABYTE)
    await cache.through('rose', () => made(page(), ['prd_rose']))
    await cache.through('fig', () => made(page(), ['prd_fig']))
    await cache.through('both', () => made(page(), ['prd_fig', 'prd_rose']))
    await cache.through('list', () => made(page()))
    cache.invalidate(['prd_rose'])
    expect(['rose', 'fig', 'both', 'list'].filter((key) => cache.get(key))).toEqual(['fig'])
    expect(cache.counts.drops).toBe(3)
  })

  test('a page that was being rendered meanwhile is not kept', async () => {
    const cache = createPageCache(MEGABYTE)
    const render = slowly(page(), ['prd_rose'])
    const visitor = cache.through('rose', render.make)
    cache.invalidate(['prd_rose'])
    render.end()
    expect(await visitor).toBe(render.answer)
    expect(cache.get('rose')).toBeUndefined()
  })

  test('it is kept if what changed was another product', async () => {
    const cache = createPageCache(MEGABYTE)
    const render = slowly(page(), ['prd_rose'])
    const visitor = cache.through('rose', render.make)
    cache.invalidate(['prd_fig'])
    render.end()
    await visitor
    expect(cache.get('rose')).toBe(render.answer)
  })

  test('who comes after a change does not join a render that began before it', async () => {
    const cache = createPageCache(MEGABYTE)
    const [before, after] = [slowly(), slowly()]
    const early = cache.through('/', before.make)
    cache.invalidate(['prd_rose'])
    const late = cache.through('/', after.make)
    after.end()
    expect(await late).toBe(after.answer)
    before.end()
    expect(await early).toBe(before.answer)
    expect(cache.get('/')).toBe(after.answer)
  })

  test('however many changes a render outlasts, it is not kept', async () => {
    const cache = createPageCache(MEGABYTE)
    const render = slowly(page(), ['prd_rose'])
    const visitor = cache.through('rose', render.make)
    cache.invalidate(['prd_rose'])
    for (let change = 0; change < 5000; change++) cache.invalidate([`prd_${change}`])
    render.end()
    await visitor
    expect(cache.get('rose')).toBeUndefined()
  })

  test('after a time of not knowing, everything goes, also what is being rendered', async () => {
    const cache = createPageCache(MEGABYTE)
    await cache.through('fig', () => made(page(), ['prd_fig']))
    const render = slowly(page(), ['prd_rose'])
    const visitor = cache.through('rose', render.make)
    cache.clear()
    render.end()
    await visitor
    expect(cache.size()).toBe(0)
    expect(cache.counts.bytes).toBe(0)
  })
})

describe('memory', () => {
  const fill = async (cache: ReturnType<typeof createPageCache>, keys: string[], bytes = 5000) => {
    for (const key of keys) await cache.through(key, () => made(page(bytes)))
  }

  test('the least recently used goes first, so that the limit in bytes holds', async () => {
    const cache = createPageCache(100_000)
    await fill(cache, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'])
    expect(cache.get('b')).toBeDefined()
    await fill(cache, ['k', 'l', 'm'])
    expect(['a', 'b', 'c', 'd', 'm'].filter((key) => cache.get(key))).toEqual(['b', 'd', 'm'])
    expect(cache.counts.bytes).toBeLessThanOrEqual(100_000)
  })

  test('one answer that would push out many is not kept', async () => {
    const cache = createPageCache(100_000)
    await fill(cache, ['small'])
    await fill(cache, ['large'], 50_000)
    expect(cache.get('small')).toBeDefined()
    expect(cache.get('large')).toBeUndefined()
  })

  test('without memory every visitor gets a render of its own time', async () => {
    const cache = createPageCache(0)
    await fill(cache, ['a'], 0)
    expect(cache.get('a')).toBeUndefined()
  })
})
