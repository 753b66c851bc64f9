import type { SharedReads } from '#core/storefront/shared-reads.ts'
import { ANY_CHANGE, createCache } from '../cache/page-cache.ts'

export type SharedReadsCache = ReturnType<typeof createSharedReads>

/** Caches what pages and the API read from the database for all visitors alike, or the pages that all customers see alike. */
export function createSharedReads(limitBytes: number) {
  const cache = createCache<{ value: unknown; bytes: number }>(limitBytes, ({ bytes }) => bytes)

  /** Call this before the request gets its database: after a later change, a replica may not have the change. */
  function forRequest(): SharedReads {
    const startedAt = cache.version()
    return async <T>(
      key: readonly unknown[],
      read: () => Promise<T>,
      tagsOf: (value: T) => string[] | undefined = () => [ANY_CHANGE],
    ): Promise<T> => {
      const name = JSON.stringify(key)
      const cached = cache.getCached(name)
      if (cached) return cached.value as T
      if (cache.version() !== startedAt) return read()
      const { value } = await cache.getOrRead(name, async () => {
        const value = await read()
        if (FREEZES) freeze(value)
        return { value: { value, bytes: JSON_SHARE * countBytes(value) }, tags: tagsOf(value) }
      })
      return value as T
    }
  }

  return { forRequest, invalidate: cache.invalidate, clear: cache.clear, counts: cache.counts }
}

/** The API also keeps the JSON of a value, which is about half as large. */
const JSON_SHARE = 1.5

/** A string with one of them has two bytes per character. */
const WIDE_CHARACTERS = /[\u0100-\uffff]/

/** Approximately, in memory. */
function countBytes(value: unknown): number {
  if (typeof value === 'string') return 24 + (WIDE_CHARACTERS.test(value) ? 2 : 1) * value.length
  if (value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 48
  for (const part of Object.values(value)) bytes += 8 + countBytes(part)
  return bytes
}

/** As for the rows of a query, only outside production: JSON of frozen arrays takes more than twice as long. */
const FREEZES = process.env.NODE_ENV !== 'production'

/** A page that changed a shared value would change it for all visitors. */
function freeze(value: unknown): void {
  // Bytes can't be frozen.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || Object.isFrozen(value))
    return
  for (const part of Object.values(value)) freeze(part)
  Object.freeze(value)
}
