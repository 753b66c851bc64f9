import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#core/log.ts'
import { findDeadWorkers, releaseJobs, retryDatabaseFailures } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'

const CHECK_INTERVAL = 5000

/**
 * What a killed process was at is done by those who live, and what failed for want of a database once it is back.
 * Silent at two looks: whoever lost its connection has given a new sign by then.
 */
export function startJobRecovery(db: Db, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let previouslySilent: string[] = []

  async function recoverOnce(): Promise<void> {
    const currentlySilent = await findDeadWorkers(db)
    const deadOwners = currentlySilent.filter((owner) => previouslySilent.includes(owner))
    await releaseJobs(db, deadOwners)
    await retryDatabaseFailures(db)
    if (deadOwners.length) log.warn('jobs of a dead process are done anew', { owners: deadOwners })
    previouslySilent = currentlySilent
  }

  async function runLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await recoverOnce().catch(() => {
        previouslySilent = []
      })
      await sleep(CHECK_INTERVAL, undefined, stopping).catch(() => {})
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
