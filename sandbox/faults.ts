import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'

export const Faults = z.object({
  /** How often each event is delivered. */
  duplicate: z.int().min(0).max(100),
  /** Milliseconds before an event is delivered. */
  delay: z.int().min(0),
  reorder: z.boolean(),
  lose: z.boolean(),
  /** How many writes are committed but return an error, repeated under the same key. */
  failAfterCommit: z.int().min(0),
  /** Milliseconds by which every response is delayed. */
  slow: z.int().min(0).max(60_000),
  /** How many refunds fail with insufficient balance. */
  refuseRefunds: z.int().min(0),
  /** How many captures of authorized payments fail. */
  refuseCaptures: z.int().min(0),
})
export type Faults = z.infer<typeof Faults>

const NO_FAULTS: Faults = {
  duplicate: 1,
  delay: 0,
  reorder: false,
  lose: false,
  failAfterCommit: 0,
  slow: 0,
  refuseRefunds: 0,
  refuseCaptures: 0,
}

export async function readFaults(pool: Pool | PoolClient): Promise<Faults> {
  const { rows } = await pool.query('select faults from sandbox.faults')
  return { ...NO_FAULTS, ...rows[0]?.faults }
}

export async function setFaults(pool: Pool, faults: Partial<Faults>): Promise<void> {
  await pool.query(
    `insert into sandbox.faults (faults) values ($1) on conflict (one) do update set faults = excluded.faults`,
    [JSON.stringify({ ...NO_FAULTS, ...faults })],
  )
}

/** Returns whether the fault applies, and counts it down. */
export async function consumeFault(
  pool: Pool | PoolClient,
  fault: 'failAfterCommit' | 'refuseRefunds' | 'refuseCaptures',
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update sandbox.faults set faults = jsonb_set(faults, array[$1], to_jsonb((faults->>$1)::int - 1))
     where (faults->>$1)::int > 0`,
    [fault],
  )
  return (rowCount ?? 0) > 0
}
