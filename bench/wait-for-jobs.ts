import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/** A new store resizes pictures for a minute or more, which would distort measurements. */
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
