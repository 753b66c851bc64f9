import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'

/** What may go wrong with a provider, at will. */
export const Faults = z.object({
  /** Each event is delivered this often. */
  duplicate: z.int().min(0).max(100),
  /** Milliseconds until an event is delivered. */
  delay: z.int().min(0),
  /** Later events come first. */
  reorder: z.boolean(),
  /** No event is delivered. */
  lose: z.boolean(),
  /** So many writes are carried out, and answered with a failure that is repeated under their key. */
  failAfterCommit: z.int().min(0),
  /** Milliseconds that every answer takes. */
  slow: z.int().min(0).max(60_000),
  /** So many refunds are refused: there is not enough on the shop's balance. */
  refuseRefunds: z.int().min(0),
})
export type Faults = z.infer<typeof Faults>

export const NO_FAULTS: Faults = {
  duplicate: 1,
  delay: 0,
  reorder: false,
  lose: false,
  failAfterCommit: 0,
  slow: 0,
  refuseRefunds: 0,
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

/** Whether this write is one of those that are to fail. */
export async function consumeFault(
  pool: Pool | PoolClient,
  fault: 'failAfterCommit' | 'refuseRefunds',
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update sandbox.faults set faults = jsonb_set(faults, array[$1], to_jsonb((faults->>$1)::int - 1))
     where (faults->>$1)::int > 0`,
    [fault],
  )
  return (rowCount ?? 0) > 0
}
