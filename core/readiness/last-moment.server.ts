import type { SQL } from 'drizzle-orm'
import type { World } from './check.ts'

export async function lastMoment({ db }: World, query: SQL): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(query)
  return rows[0]?.at ? new Date(rows[0].at) : null
}
