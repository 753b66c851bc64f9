import type { Db } from './connection.ts'

type DriverSession = {
  prepareQuery(
    query: { sql: string; params: unknown[] },
    fields: undefined,
    name: string,
    asArrays: false,
  ): { execute(): Promise<{ rows: unknown[] }> }
}

export function statement<Row>(name: string, sql: string) {
  return async (db: Db, ...params: unknown[]): Promise<Row[]> => {
    // Drizzle's private session is the only way to prepare raw SQL inside its transactions.
    const { session } = (db as unknown as { _: { session: DriverSession } })._
    const { rows } = await session.prepareQuery({ sql, params }, undefined, name, false).execute()
    return rows as Row[]
  }
}
