import type { Pool } from 'pg'
import { type Connection, connect } from '#db/connection.ts'
import { createDb } from '#db/database.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A migrated, empty database, with a connection of the store's role. */
export type LentDatabase = TestDatabase & { connection: Connection; giveBack(): Promise<void> }

type ReusableDatabase = TestDatabase & { shared: Connection }

const free: ReusableDatabase[] = []

/**
 * A process makes one database and resets it after each test, which keeps connections and their prepared statements. A
 * test commits, locks, and notifies as the store does, because it runs in no transaction of its own.
 */
export async function lendDatabase(): Promise<LentDatabase> {
  const database = free.pop() ?? (await createReusableDatabase())
  const { connection, revoke } = lendConnection(database.shared)
  const giveBack = async () => {
    revoke()
    if ((await becomesIdle(database.shared.pool)) && (await reset(database))) free.push(database)
    else {
      // Ends once the connections that dropping terminates are gone.
      void database.shared.close()
      await database.drop()
    }
  }
  return { ...database, connection, giveBack }
}

async function createReusableDatabase(): Promise<ReusableDatabase> {
  const database = await createTestDatabase()
  const shared = connect({ url: database.appUrl, max: 20 })
  // Opens connections, so that in a test of a race no request starts later than the others.
  await Promise.all(Array.from({ length: 8 }, () => shared.pool.query('select')))
  return { ...database, shared }
}

/** What runs after the test fails, as on a closed pool, instead of writing into the next test's database. */
function lendConnection(shared: Connection): { connection: Connection; revoke(): void } {
  let isRevoked = false
  const pool: Pool = new Proxy(shared.pool, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (isRevoked && (key === 'query' || key === 'connect'))
        return async () => {
          throw new Error('Cannot use a pool after calling end on the pool')
        }
      return value.bind(target)
    },
  })
  const revoke = () => {
    isRevoked = true
  }
  const db = createDb(pool, { pooled: false, slowAfter: 500, onSlowStatement: () => {} })
  return { connection: { ...shared, pool, db, close: async () => revoke() }, revoke }
}

/** Longer than a statement may take. */
const IDLE_LIMIT_MS = 20_000

/** Waits for statements that the test didn't wait for. False if a connection was never released. */
async function becomesIdle(pool: Pool): Promise<boolean> {
  const deadline = performance.now() + IDLE_LIMIT_MS
  while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setImmediate(resolve))
  }
  return true
}

/** False if the schema was changed, or if another connection still holds locks or stays open. */
async function reset({ client }: TestDatabase): Promise<boolean> {
  try {
    await client.query(
      `rollback; discard temp; set lock_timeout = '1s'; select test_support.reset(); reset all`,
    )
    const { rowCount } = await client.query('select from test_support.schema_changes')
    return rowCount === 0
  } catch {
    return false
  }
}
