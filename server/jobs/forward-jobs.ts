import { setTimeout as sleep } from 'node:timers/promises'
import { forwardJobs } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'

const INTERVAL = 200

/** Moves the jobs of orders to the queue. */
export function startForwardingJobs(db: Db): { stop(): Promise<void> } {
  const stopping = new AbortController()

  async function runLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      // After an outage, the jobs are still there.
      const isDone = await forwardJobs(db).catch(() => true)
      if (isDone) await sleep(INTERVAL, undefined, stopping).catch(() => {})
    }
  }

  const loop = runLoop()
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
