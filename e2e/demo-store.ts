import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { Client, type QueryResultRow } from 'pg'
import { createDatabaseFolder } from '#test/database-folder.ts'
import { databaseUrl } from '#test/database-url.ts'
import { embeddedDatabaseUrl } from '#test/processes/embedded-database.ts'
import { type RunningStore, runStore } from '#test/processes/running-store.ts'

export type DemoStore = Pick<RunningStore, 'url' | 'process' | 'output'> & {
  databaseUrl: string
  close(): Promise<void>
}

/**
 * Runs the built store with its demo in a temporary folder, on the server of TEST_DATABASE_URL if set. The folder starts
 * as a copy of the template's, because seeding a demo takes ten times as long.
 */
export async function openDemoStore(overrides: Record<string, string> = {}): Promise<DemoStore> {
  const folder = createDatabaseFolder('eternal-beauty-browser-')
  const server = process.env.TEST_DATABASE_URL
  const template = process.env.DEMO_TEMPLATE
  if (template && overrides.STORE_DEMO !== 'off') cpSync(template, folder, { recursive: true })
  const name = `eb_browser_${randomBytes(6).toString('hex')}`
  if (server) await queryDatabase(server, `create database ${name}`)
  const database = server && databaseUrl(server, name)
  const store = await runStore({
    env: {
      DATA_DIR: folder,
      STORE_DEMO: 'on',
      WEB_CONCURRENCY: '1',
      RATE_LIMITS: 'off',
      GEO_URL: 'off',
      GEO_FALLBACK_URL: 'off',
      ...(database && { DATABASE_URL: database }),
      ...overrides,
    },
  })
  return {
    ...store,
    databaseUrl: database || embeddedDatabaseUrl(folder),
    async close() {
      await store.stop()
      if (server) await queryDatabase(server, `drop database ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function queryDatabase<Row extends QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return (await client.query<Row>(statement, values).finally(() => client.end())).rows
}
