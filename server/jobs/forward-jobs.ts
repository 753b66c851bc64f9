import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#core/log.ts'
import { forwardJobs } from '#core/outbox/outbox.server.ts'
import { type Db, isDatabaseUnavailable } from '#db/connection.ts'

const INTERVAL = 200

/** Moves the jobs of orders to the queue. */
export function startForwardingJobs(db: Db, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()

  async function runLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isDone = await forwardJobs(db).catch(reportFailure)
      if (isDone) await sleep(INTERVAL, undefined, stopping).catch(() => {})
    }
  }

  /** The jobs are still there, so the next round tries again. */
  function reportFailure(error: unknown): true {
    if (!isDatabaseUnavailable(error)) log.error('jobs not forwarded', { error })
    return true
  }

  const loop = runLoop()
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
