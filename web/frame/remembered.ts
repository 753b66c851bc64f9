const LIFETIME = 5 * 60_000
const MOST = 30

/**
 * What a list said in the last five minutes, for Back and forward in one tab. Read under its address and the cookies
 * that scripts see: another currency is another list.
 */
export function remembering<Data>() {
  const kept = new Map<string, { until: number; data: Data }>()
  return async (address: string, load: () => Promise<Data>): Promise<Data> => {
    const key = `${address} ${document.cookie}`
    const found = kept.get(key)
    if (found && found.until > Date.now()) return found.data
    const data = await load()
    kept.delete(key)
    kept.set(key, { until: Date.now() + LIFETIME, data })
    for (const oldest of kept.keys()) if (kept.size > MOST) kept.delete(oldest)
    return data
  }
}
