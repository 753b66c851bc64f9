import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#core/log.ts'
import { findDeadWorkers, retryDatabaseFailures } from '#core/outbox/outbox.server.ts'
import { recoverJobs } from '#core/outbox/recover-jobs.server.ts'
import type { Db } from '#db/connection.ts'

const CHECK_INTERVAL = 5000

/**
 * Releases the jobs of dead workers and retries jobs that failed during a database outage.
 * A worker is dead after two checks without its lock: one that only lost its connection has it again by then.
 */
export function startJobRecovery(db: Db, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let previouslySilent: string[] = []

  async function recoverOnce(): Promise<void> {
    const currentlySilent = await findDeadWorkers(db)
    const deadOwners = currentlySilent.filter((owner) => previouslySilent.includes(owner))
    const setAside = await recoverJobs(db, deadOwners)
    await retryDatabaseFailures(db)
    if (deadOwners.length) log.warn('jobs recovered from a dead process', { owners: deadOwners })
    for (const job of setAside) log.error('job set aside, as the process ended twice while it ran', { job })
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
