import type { SQL } from 'drizzle-orm'
import type { CheckContext } from './check.ts'

export async function queryTimestamp({ db }: CheckContext, query: SQL): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(query)
  return rows[0]?.at ? new Date(rows[0].at) : null
}
