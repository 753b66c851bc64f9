import type { BufferedResponse } from './response.ts'

type CachedPage = { response: BufferedResponse; tags: string[]; bytes: number }
type RenderedPage = { response: BufferedResponse; tags: string[] | undefined }

/** Tags a response that any catalog change makes stale. */
export const ANY_CHANGE = '*'

export type PageCache = ReturnType<typeof createPageCache>

/** An LRU cache of responses for anonymous visitors. Concurrent requests for a key share one render. */
export function createPageCache(limitBytes: number) {
  const cachedPages = new Map<string, CachedPage>()
  const inFlight = new Map<string, Promise<RenderedPage>>()
  const counts = { hits: 0, misses: 0, drops: 0, bytes: 0 }
  let version = 0
  let clearedAt = 0
  // The version at which each tag last went stale: renders that started earlier are not cached.
  const staleAt = new Map<string, number>()

  function getCached(key: string): BufferedResponse | undefined {
    const cached = cachedPages.get(key)
    if (!cached) return undefined
    counts.hits++
    // Maps iterate in insertion order, so re-inserting marks the key as most recently used.
    cachedPages.delete(key)
    cachedPages.set(key, cached)
    return cached.response
  }

  async function getOrRender(key: string, render: () => Promise<RenderedPage>): Promise<BufferedResponse> {
    const pending = inFlight.get(key)
    if (pending) {
      const { response, tags } = await pending
      // A response without tags is for one visitor only.
      return tags ? response : (await render()).response
    }
    counts.misses++
    const startedAt = version
    const rendering = render()
    inFlight.set(key, rendering)
    try {
      const { response, tags } = await rendering
      const isFresh = startedAt >= clearedAt && tags?.every((tag) => (staleAt.get(tag) ?? 0) <= startedAt)
      if (tags && isFresh) store(key, response, tags)
      return response
    } finally {
      if (inFlight.get(key) === rendering) inFlight.delete(key)
    }
  }

  function store(key: string, response: BufferedResponse, tags: string[]): void {
    // 1.6 leaves room for the compressed versions.
    const bytes = Math.round(response.body.length * 1.6) + key.length + 1000
    if (bytes > limitBytes / 8) return
    evict(key)
    cachedPages.set(key, { response, tags, bytes })
    counts.bytes += bytes
    for (const oldest of cachedPages.keys()) {
      if (counts.bytes <= limitBytes) break
      evict(oldest)
    }
  }

  function evict(key: string): void {
    const cached = cachedPages.get(key)
    if (!cached) return
    cachedPages.delete(key)
    counts.bytes -= cached.bytes
  }

  function invalidate(tags: string[]): void {
    version++
    // Later requests must not get a render that started before the change.
    inFlight.clear()
    const staleTags = new Set([...tags, ANY_CHANGE])
    for (const tag of staleTags) staleAt.set(tag, version)
    for (const [key, page] of cachedPages) {
      if (!page.tags.some((tag) => staleTags.has(tag))) continue
      evict(key)
      counts.drops++
    }
    if (staleAt.size > 2000) pruneStaleTags()
  }

  /** Renders take seconds. One that outlasts a thousand changes is not cached. */
  function pruneStaleTags(): void {
    clearedAt = Math.max(clearedAt, version - 1000)
    for (const [tag, at] of staleAt) if (at <= clearedAt) staleAt.delete(tag)
  }

  function clear(): void {
    clearedAt = ++version
    inFlight.clear()
    for (const key of cachedPages.keys()) evict(key)
  }

  return { getCached, getOrRender, invalidate, clear, counts, size: () => cachedPages.size }
}
