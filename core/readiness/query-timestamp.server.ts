import { z } from 'zod'
import { query, type Sql } from '#db/sql.ts'
import type { CheckContext } from './check.ts'

const Timestamp = z.strictObject({ at: z.date().nullable() })

export async function queryTimestamp({ db }: CheckContext, statement: Sql): Promise<Date | null> {
  const [timestamp] = await query(db, Timestamp, statement)
  return timestamp?.at ?? null
}
