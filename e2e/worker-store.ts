import { Client } from 'pg'
import { type Connection, connect } from '#db/connection.ts'
import { addReset } from '#test/database-reset.ts'
import { type DemoStore, openDemoStore } from './demo-store.ts'

export type WorkerStore = DemoStore & { reset(): Promise<void> }

/** Its jobs go on, and the store must notice that the catalog has changed. */
const NOT_RESET = /^graphile_worker\.|^public\.(catalog_changes|outbox|schema_migrations)$/

/** A demo store whose data can be reset while it runs. */
export async function openWorkerStore(): Promise<WorkerStore> {
  const store = await openDemoStore()
  const client = new Client({ connectionString: store.databaseUrl })
  await client.connect()
  await addReset(client, { except: NOT_RESET, restartSequences: false })
  return {
    ...store,
    async reset() {
      await client.query(`begin; set local lock_timeout = '10s'; select test_support.reset();
        select catalog_note_change('settings'); commit`)
      // The API asks for changes before it responds.
      const response = await fetch(`${store.url}/api/v1/products?limit=1`)
      if (!response.ok) throw new Error(`After a reset, the API returned ${response.status}`)
    },
    async close() {
      await client.end()
      await store.close()
    },
  }
}

type CurrentStore = { url: string; databaseUrl: string; connection: Connection }

let current: CurrentStore | undefined

/** For data that a test inserts instead of entering it on pages. */
export function connectTo({ url, databaseUrl }: { url: string; databaseUrl: string }): void {
  if (current?.databaseUrl === databaseUrl) return
  void current?.connection.close()
  current = { url, databaseUrl, connection: connect({ url: databaseUrl, max: 2 }) }
}

export function currentStore(): CurrentStore {
  if (!current) throw new Error('Accounts and sessions need a test’s store')
  return current
}
