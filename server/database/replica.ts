import { z } from 'zod'
import type { Log } from '#core/log.ts'
import type { Db } from '#db/connection.ts'
import { queryColumn } from '#db/sql.ts'

export type ReplicaReader = {
  readDb(): Db
  /** Reads from the primary until the replica has replayed its current position. */
  markStale(): void
  stop(): void
}

type ReplicaOptions = { primary: Db; replica: Db; log: Log }

const POLL_INTERVAL = 250

/** Reads the catalog from the replica while it has every change this node knows of, otherwise from the primary. */
export function createReplicaReader({ primary, replica, log }: ReplicaOptions): ReplicaReader {
  let isCurrent = false
  let hasChanges = true
  let targetPosition = ''
  let isPolling = false

  async function poll(): Promise<void> {
    if (isPolling) return
    isPolling = true
    try {
      if (hasChanges) {
        hasChanges = false
        targetPosition = await walPosition(primary)
      }
      const isReplayed = await hasReplayed(replica, targetPosition)
      setCurrent(isReplayed && !hasChanges)
    } catch (error) {
      if (isCurrent) log.warn('replica unavailable; reading from the primary', { error })
      hasChanges = true
      setCurrent(false)
    } finally {
      isPolling = false
    }
  }

  function setCurrent(caughtUp: boolean): void {
    if (caughtUp && !isCurrent) log.debug('replica caught up; reading from it')
    isCurrent = caughtUp
  }

  const timer = setInterval(poll, POLL_INTERVAL)
  void poll()
  return {
    readDb: () => (isCurrent ? replica : primary),
    markStale() {
      hasChanges = true
      isCurrent = false
    },
    stop: () => clearInterval(timer),
  }
}

async function walPosition(primary: Db): Promise<string> {
  const [position] = await queryColumn(primary, z.string())`select pg_current_wal_lsn()::text as position`
  return position ?? ''
}

async function hasReplayed(replica: Db, position: string): Promise<boolean> {
  const [hasReplayed] = await queryColumn(replica, z.boolean().nullable())`
    select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "hasReplayed"`
  return hasReplayed === true
}

/** Null on a server that isn't a replica. */
