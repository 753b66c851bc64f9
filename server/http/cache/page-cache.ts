import type { EncodedResponse } from '../response.ts'
import { createUseCounts } from './use-counts.ts'

type Cached<Value> = { value: Value; tags: string[]; bytes: number; expiresAt: number }
/** Values without tags are for one visitor only. */
type Tagged<Value> = { value: Value; tags: string[] | undefined; expiresAt?: number | undefined }

/** Tags a value that any catalog change makes stale. */
export const ANY_CHANGE = '*'

/** Of the key, the tags, and the objects around a value. */
const BYTES_PER_ENTRY = 1000

export type PageCache = ReturnType<typeof createPageCache>

/** Caches responses for anonymous visitors. */
export function createPageCache(limitBytes: number) {
  return createCache<EncodedResponse>(
    limitBytes,
    ({ body, headers }) => body.length + Object.values(headers).reduce((sum, { length }) => sum + length, 0),
  )
}

/**
 * Caches values that change with the catalog. Concurrent requests for a key share one read.
 *
 * When it is full, the least recently used value gives way to a new one, but only if that has been asked for more often
 * (as in TinyLFU). So a crawler that reads every page once drops none of those that shoppers read.
 */
export function createCache<Value>(limitBytes: number, bytesOf: (value: Value) => number) {
  const cachedValues = new Map<string, Cached<Value>>()
  const inFlight = new Map<string, Promise<Tagged<Value>>>()
  const useCounts = createUseCounts()
  const counts = { hits: 0, misses: 0, drops: 0, bytes: 0 }
  let version = 0
  let clearedAt = 0
  // The version at which each tag last went stale: what was read earlier is not cached.
  const staleAt = new Map<string, number>()

  function getCached(key: string): Value | undefined {
    const cached = cachedValues.get(key)
    if (!cached) return undefined
    if (cached.expiresAt <= Date.now()) {
      evict(key)
      return undefined
    }
    counts.hits++
    useCounts.add(key)
    // Maps iterate in insertion order, so re-inserting marks the key as most recently used.
    cachedValues.delete(key)
    cachedValues.set(key, cached)
    return cached.value
  }

  async function getOrRead(key: string, read: () => Promise<Tagged<Value>>): Promise<Value> {
    const pending = inFlight.get(key)
    if (pending) {
      const { value, tags } = await pending
      return tags ? value : (await read()).value
    }
    counts.misses++
    useCounts.add(key)
    const startedAt = version
    const reading = read()
    inFlight.set(key, reading)
    try {
      const { value, tags, expiresAt } = await reading
      const isFresh = startedAt >= clearedAt && tags?.every((tag) => (staleAt.get(tag) ?? 0) <= startedAt)
      if (tags && isFresh) store(key, value, tags, expiresAt)
      return value
    } finally {
      if (inFlight.get(key) === reading) inFlight.delete(key)
    }
  }

  function store(key: string, value: Value, tags: string[], expiresAt = Infinity): void {
    const bytes = bytesOf(value) + key.length + BYTES_PER_ENTRY
    if (bytes > limitBytes / 8) return
    evict(key)
    if (!makeRoom(key, bytes)) return
    cachedValues.set(key, { value, tags, bytes, expiresAt })
    counts.bytes += bytes
  }

  function makeRoom(key: string, bytes: number): boolean {
    if (counts.bytes + bytes <= limitBytes) return true
    const uses = useCounts.read(key)
    for (const leastRecent of cachedValues.keys()) {
      if (useCounts.read(leastRecent) >= uses) return false
      evict(leastRecent)
      if (counts.bytes + bytes <= limitBytes) return true
    }
    return false
  }

  function evict(key: string): void {
    const cached = cachedValues.get(key)
    if (!cached) return
    cachedValues.delete(key)
    counts.bytes -= cached.bytes
  }

  function invalidate(tags: string[]): void {
    version++
    // Later requests must not get what was read before the change.
    inFlight.clear()
    const staleTags = new Set([...tags, ANY_CHANGE])
    for (const tag of staleTags) staleAt.set(tag, version)
    for (const [key, cached] of cachedValues) {
      if (!cached.tags.some((tag) => staleTags.has(tag))) continue
      evict(key)
      counts.drops++
    }
    if (staleAt.size > 2000) pruneStaleTags()
  }

  /** Reads take seconds. One that outlasts a thousand changes is not cached. */
  function pruneStaleTags(): void {
    clearedAt = Math.max(clearedAt, version - 1000)
    for (const [tag, at] of staleAt) if (at <= clearedAt) staleAt.delete(tag)
  }

  function clear(): void {
    clearedAt = ++version
    inFlight.clear()
    for (const key of cachedValues.keys()) evict(key)
  }

  return {
    getCached,
    getOrRead,
    invalidate,
    clear,
    counts,
    size: () => cachedValues.size,
    /** Rises with each change. */
    version: () => version,
  }
}
