import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'

const time = z.date().nullable()

export const Difference = z.strictObject({ text: z.string(), orderNumber: z.string().nullable() })
export type Difference = z.infer<typeof Difference>

const BalanceState = z.strictObject({
  /** When the transactions that the store reads begin, and until when it has read them. */
  from: time,
  until: time,
  /** The ledger has the fees and payouts of earlier transactions already. Null if it books all of them. */
  bookedFrom: time,
  /** Why the last read failed. */
  failure: z.string().nullable(),
  checkedAt: time,
  /** At the last check; only the first ones. */
  differences: z.array(Difference),
  /** Transactions that aren't from this store. */
  unmatched: z.int(),
})
export type BalanceState = z.infer<typeof BalanceState>

const NOTHING_READ: BalanceState = {
  ...{ from: null, until: null, bookedFrom: null, failure: null, checkedAt: null },
  ...{ differences: [], unmatched: 0 },
}

export async function readBalanceState(db: Db): Promise<BalanceState> {
  const [state] = await query(db, BalanceState)`
    select (value ->> 'from')::timestamptz as from, (value ->> 'until')::timestamptz as until,
      (value ->> 'bookedFrom')::timestamptz as "bookedFrom", value ->> 'failure' as failure,
      (value ->> 'checkedAt')::timestamptz as "checkedAt", coalesce(value -> 'differences', '[]') as differences,
      coalesce((value ->> 'unmatched')::int, 0) as unmatched
    from store_facts where key = 'provider-transactions'`
  return state ?? NOTHING_READ
}

/** Changes what is given, and nothing else. */
export async function saveBalanceState(db: Db, change: Partial<BalanceState>): Promise<void> {
  await execute(db)`
    insert into store_facts (key, value) values ('provider-transactions', ${sql.json(change)})
    on conflict (key) do update set value = store_facts.value || excluded.value, at = now()`
}
