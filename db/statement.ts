import type { Db } from './connection.ts'

type DriverSession = {
  prepareQuery(
    query: { sql: string; params: unknown[] },
    fields: undefined,
    name: string,
    asArrays: false,
  ): { execute(): Promise<{ rows: unknown[] }> }
}

/** A statement in SQL's own words: parsed once per connection, and run on the pool or in a transaction alike. */
export function statement<Row>(name: string, sql: string) {
  return async (db: Db, ...params: unknown[]): Promise<Row[]> => {
    // The builder's own way to the driver, which it shows to nobody: it knows whether a transaction is open.
    const { session } = (db as unknown as { _: { session: DriverSession } })._
    const { rows } = await session.prepareQuery({ sql, params }, undefined, name, false).execute()
    return rows as Row[]
  }
}
