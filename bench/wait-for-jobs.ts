import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { connect } from '#db/connection.ts'
import { readDatabaseUrl } from '#test/processes/process-ids.ts'
import { runStore } from '#test/processes/running-store.ts'

/** A new store imports its pictures, which would distort measurements. */
export async function waitForIdleJobs(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select from graphile_worker.jobs where run_at <= now() and attempts < 25
        union all select from outbox limit 1`,
    )
    if (!rows.length) return
    await sleep(100)
  }
}

/** The first start imports the demo and its pictures. */
export async function finishFirstStart(env: Record<string, string> & { DATA_DIR: string }): Promise<void> {
  const store = await runStore({ env })
  const connection = connect({ url: readDatabaseUrl(env.DATA_DIR), max: 1 })
  await waitForIdleJobs(connection.pool)
  await connection.close()
  await store.stop()
}
