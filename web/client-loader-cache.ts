/** Five minutes. */
const MAX_AGE_MS = 300_000
const MAX_ENTRIES = 30

/** Avoids a refetch on Back and Forward. The key includes cookies, because the list depends on the currency. */
export function createLoaderCache<Data>() {
  const entries = new Map<string, { expiresAt: number; data: Data }>()
  return async (url: string, load: () => Promise<Data>): Promise<Data> => {
    const key = `${url} ${document.cookie}`
    const cached = entries.get(key)
    if (cached && cached.expiresAt > Date.now()) return cached.data
    const data = await load()
    entries.delete(key)
    entries.set(key, { expiresAt: Date.now() + MAX_AGE_MS, data })
    for (const oldestKey of entries.keys()) if (entries.size > MAX_ENTRIES) entries.delete(oldestKey)
    return data
  }
}
