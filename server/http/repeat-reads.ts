import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#core/log.ts'
import type { RequestInfo } from './request-info.ts'

type RepeatReadsOptions = {
  /** How long reads wait for the database, in milliseconds. Zero turns waiting off. */
  wait: number
  isReachable(): Promise<boolean>
  log: Log
}

const PAUSE = 250
// Further requests fail at once, so a long queue can't use up the memory.
const MAX_WAITING = 500

/**
 * Repeats a GET whose database connection failed, once the database is back. A failover takes seconds, and PgBouncer
 * refuses queries after a failed connection instead of queueing them. Writes are left to clients, which have idempotency
 * keys: a connection that breaks doesn't tell whether it committed.
 */
export function createReadRepeater({ wait, isReachable, log }: RepeatReadsOptions) {
  let outage: { since: number; end: Promise<void> } | undefined
  let waiting = 0

  async function untilReachable(): Promise<void> {
    do await sleep(PAUSE, undefined, { ref: false })
    while (!(await isReachable()))
    outage = undefined
  }

  return async function repeatRead(
    requestInfo: RequestInfo,
    respond: () => Promise<Response>,
  ): Promise<Response> {
    const response = await respond()
    if (!requestInfo.lostConnection || wait === 0) return response
    const failedAt = performance.now()
    for (let latest = response; ; ) {
      outage ??= { since: performance.now(), end: untilReachable() }
      // Measured from its start: in a long outage, requests fail at once.
      const remaining = Math.min(outage.since, failedAt) + wait - performance.now()
      if (remaining <= 0 || waiting >= MAX_WAITING) return latest
      waiting++
      await Promise.race([outage.end, sleep(remaining, undefined, { ref: false })])
      waiting--
      Object.assign(requestInfo, { lostConnection: false, isRepeated: true, setCookies: [], body: undefined })
      latest = await respond()
      if (requestInfo.lostConnection) continue
      const waited = Math.round(performance.now() - failedAt)
      log.warn('request repeated', { requestId: requestInfo.id, waited })
      return latest
    }
  }
}
