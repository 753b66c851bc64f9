import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#core/log.ts'
import { findDeadWorkers, releaseJobs, retryDatabaseFailures } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'

const BETWEEN = 5000

/**
 * What a killed process was at is done by those who live, and what failed for want of a database once it is back.
 * Silent at two looks: whoever lost its connection has given a new sign by then.
 */
export function inheritJobs(db: Db, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let silent: string[] = []

  async function look(): Promise<void> {
    const now = await findDeadWorkers(db)
    const dead = now.filter((owner) => silent.includes(owner))
    await releaseJobs(db, dead)
    await retryDatabaseFailures(db)
    if (dead.length) log.warn('jobs of a dead process are done anew', { owners: dead })
    silent = now
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch(() => {
        silent = []
      })
      await sleep(BETWEEN, undefined, stopping).catch(() => {})
    }
  }

  const kept = keepLooking()
  return {
    async stop() {
      stopping.abort()
      await kept
    },
  }
}
