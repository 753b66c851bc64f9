import type { SharedReads } from '#web/request-context.ts'
import { ANY_CHANGE, createCache } from '../page-cache.ts'

/** Caches what pages read from the database for all visitors alike, for pages that can't be cached themselves. */
export function createSharedReads(limitBytes: number) {
  // Objects in memory take about three times their JSON.
  const cache = createCache<unknown>(limitBytes, (value) => 3 * JSON.stringify(value).length)

  const readShared: SharedReads = async <T>(
    key: readonly unknown[],
    read: () => Promise<T>,
    tagsOf: (value: T) => string[] = () => [ANY_CHANGE],
  ): Promise<T> => {
    const name = JSON.stringify(key)
    const cached = cache.getCached(name)
    const value =
      cached ??
      (await cache.getOrRead(name, async () => {
        const value = await read()
        return { value: freeze(value), tags: tagsOf(value) }
      }))
    return value as T
  }

  return { readShared, invalidate: cache.invalidate, clear: cache.clear, counts: cache.counts }
}

/** A page that changed a shared value would change it for all visitors. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(freeze)
  return Object.freeze(value)
}
