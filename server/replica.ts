import { sql } from 'drizzle-orm'
import type { Log } from '#core/log.ts'
import type { Db } from '#db/connection.ts'

export type Replica = {
  /** Where the catalogue is to be read from now. */
  reads(): Db
  /** Something shown has changed on the primary: the replica is not read again until it has it too. */
  changed(): void
  stop(): void
}

type Parts = { primary: Db; replica: Db; log: Log }

const LOOK_EVERY = 250

/** Reads the catalogue from a replica that has caught up with all this node was told of, else from the primary. */
export function followReplica({ primary, replica, log }: Parts): Replica {
  let current = false
  let news = true
  let wanted = ''
  let looking = false

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    try {
      if (news) {
        news = false
        wanted = await positionOf(primary)
      }
      const passed = await hasPassed(replica, wanted)
      become(passed && !news)
    } catch (error) {
      if (current) log.warn('replica lost, reading from the primary', { error })
      news = true
      become(false)
    } finally {
      looking = false
    }
  }

  function become(caughtUp: boolean): void {
    if (caughtUp && !current) log.debug('replica has caught up')
    current = caughtUp
  }

  const timer = setInterval(look, LOOK_EVERY)
  void look()
  return {
    reads: () => (current ? replica : primary),
    changed() {
      news = true
      current = false
    },
    stop: () => clearInterval(timer),
  }
}

async function positionOf(primary: Db): Promise<string> {
  const { rows } = await primary.execute<{ at: string }>(sql`select pg_current_wal_lsn()::text as at`)
  return rows[0]?.at ?? ''
}

async function hasPassed(replica: Db, position: string): Promise<boolean> {
  const { rows } = await replica.execute<{ passed: boolean | null }>(
    sql`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as passed`,
  )
  return rows[0]?.passed === true
}
