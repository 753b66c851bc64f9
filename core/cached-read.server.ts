import type { Db } from '#db/connection.ts'
import { inTime } from './in-time.ts'

/** A process that isn't notified of a change sees it after this time. */
const CACHE_MS = 2000

/** How long a page waits for the database, before it shows what was read last. */
const PAGE_WAIT_MS = 500

type Reading<Value> = { value: Promise<Value>; readAt: number; isPending: boolean }

/** A small table that every request needs, once per process and database until `forget`. */
export function cacheRead<Value, Rest extends unknown[]>(read: (db: Db, ...rest: Rest) => Promise<Value>) {
  const readings = new WeakMap<Db, Reading<Value>>()
  const latest = new WeakMap<Db, { value: Value; isOutdated: boolean }>()

  function readOnce(db: Db, ...rest: Rest): Reading<Value> {
    const cached = readings.get(db)
    if (cached && (cached.isPending || cached.readAt + CACHE_MS > Date.now())) return cached
    const reading: Reading<Value> = { value: read(db, ...rest), readAt: Date.now(), isPending: true }
    readings.set(db, reading)
    reading.value
      .then((value) => {
        reading.isPending = false
        // Otherwise it has changed since.
        if (readings.get(db) === reading) latest.set(db, { value, isOutdated: false })
      })
      .catch(() => readings.get(db) === reading && readings.delete(db))
    return reading
  }

  return {
    current: (db: Db, ...rest: Rest): Promise<Value> => readOnce(db, ...rest).value,

    /** For pages, which stay up without the database: then it is what was read last, or `fallback`. */
    async latest(fallback: Value | undefined, db: Db, ...rest: Rest): Promise<Value> {
      const known = latest.get(db)
      const { value, readAt, isPending } = readOnce(db, ...rest)
      try {
        // What is known to be outdated would stay in cached pages.
        if (!isPending || !known || known.isOutdated) return await value
        return await inTime(value, Math.max(0, readAt + PAGE_WAIT_MS - Date.now()), known.value)
      } catch (error) {
        const last = known?.value ?? fallback
        if (last === undefined) throw error
        return last
      }
    },

    forget(db: Db): void {
      readings.delete(db)
      const known = latest.get(db)
      if (known) known.isOutdated = true
    },
  }
}
