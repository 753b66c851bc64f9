import type { Answer } from './answer.ts'

type Kept = { answer: Answer; tags: string[]; bytes: number }
type Made = { answer: Answer; tags: string[] | undefined }

/** Tag of an answer that any change of the catalogue makes stale. */
export const ANY_CHANGE = '*'

export type PageCache = ReturnType<typeof createPageCache>

/** Finished answers for anonymous visitors, least recently used first out, one maker per key at a time. */
export function createPageCache(limitBytes: number) {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Made>>()
  const counts = { hits: 0, misses: 0, drops: 0, bytes: 0 }
  let changes = 0
  let clearedAt = 0
  // When each tag last went stale, so that a page rendered from older rows is not kept.
  const staleAt = new Map<string, number>()

  function get(key: string): Answer | undefined {
    const found = kept.get(key)
    if (!found) return undefined
    counts.hits++
    // A map keeps its order of insertion: the oldest is first.
    kept.delete(key)
    kept.set(key, found)
    return found.answer
  }

  async function through(key: string, make: () => Promise<Made>): Promise<Answer> {
    const shared = making.get(key)
    if (shared) {
      const { answer, tags } = await shared
      // What may not be kept was made for one visitor alone.
      return tags ? answer : (await make()).answer
    }
    counts.misses++
    const began = changes
    const promise = make()
    making.set(key, promise)
    try {
      const { answer, tags } = await promise
      const fresh = began >= clearedAt && tags?.every((tag) => (staleAt.get(tag) ?? 0) <= began)
      if (tags && fresh) keep(key, answer, tags)
      return answer
    } finally {
      if (making.get(key) === promise) making.delete(key)
    }
  }

  function keep(key: string, answer: Answer, tags: string[]): void {
    // Room for the encodings that will join the plain bytes.
    const bytes = Math.round(answer.body.length * 1.6) + key.length + 1000
    if (bytes > limitBytes / 8) return
    drop(key)
    kept.set(key, { answer, tags, bytes })
    counts.bytes += bytes
    for (const oldest of kept.keys()) {
      if (counts.bytes <= limitBytes) break
      drop(oldest)
    }
  }

  function drop(key: string): void {
    const found = kept.get(key)
    if (!found) return
    kept.delete(key)
    counts.bytes -= found.bytes
  }

  /** Forgets what shows any of these; lists and whatever says it depends on everything go with each of them. */
  function invalidate(tags: string[]): void {
    changes++
    // Who asks from now on must not be handed a render that began before.
    making.clear()
    const stale = new Set([...tags, ANY_CHANGE])
    for (const tag of stale) staleAt.set(tag, changes)
    for (const [key, page] of kept) {
      if (!page.tags.some((tag) => stale.has(tag))) continue
      drop(key)
      counts.drops++
    }
    if (staleAt.size > 2000) forgetOldest()
  }

  /** Renders last seconds; one that outlasts a thousand changes is simply not kept. */
  function forgetOldest(): void {
    clearedAt = Math.max(clearedAt, changes - 1000)
    for (const [tag, at] of staleAt) if (at <= clearedAt) staleAt.delete(tag)
  }

  function clear(): void {
    clearedAt = ++changes
    making.clear()
    for (const key of kept.keys()) drop(key)
  }

  return { get, through, invalidate, clear, counts, size: () => kept.size }
}
