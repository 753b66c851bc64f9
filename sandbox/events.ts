import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { readFaults } from './faults.ts'

/** Makes an event available in the list, and schedules its delivery according to the faults. */
export async function recordEvent(client: PoolClient, kind: string, payload: object): Promise<void> {
  const id = newId('evt_test')
  const { lose, duplicate, delay, reorder } = await readFaults(client)
  const reorderDelay = reorder ? Math.random() * 1000 : 0
  await client.query(
    `with event as (insert into sandbox.events (id, kind, about) values ($1, $2, $3) returning id)
     insert into sandbox.deliveries (event_id, due_at)
     select event.id, now() + make_interval(secs => $5 / 1000.0) from event, generate_series(1, $4)`,
    [id, kind, payload, lose ? 0 : duplicate, delay + reorderDelay],
  )
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`
}
