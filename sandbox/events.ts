import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { readFaults } from './faults.ts'

/** Makes an event available in the list, and schedules its delivery according to the faults. */
export async function recordEvent(client: PoolClient, kind: string, payload: object): Promise<void> {
  const id = newId('evt_test')
  await client.query('insert into sandbox.events (id, kind, about) values ($1, $2, $3)', [id, kind, payload])
  const { lose, duplicate, delay, reorder } = await readFaults(client)
  if (lose) return
  const reorderDelay = reorder ? Math.random() * 1000 : 0
  await client.query(
    `insert into sandbox.deliveries (event_id, due_at)
     select $1, now() + make_interval(secs => $3 / 1000.0) from generate_series(1, $2)`,
    [id, duplicate, delay + reorderDelay],
  )
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`
}
