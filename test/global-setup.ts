import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { grantToApp } from '#db/app-role.ts'
import { migrate } from '#db/migrate.ts'
import { createSandboxSchema } from '#sandbox/schema.ts'
import { createDatabaseFolder } from './database-folder.ts'
import { addReset, recordSchemaChanges } from './database-reset.ts'
import { databaseUrl } from './database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string
    /** The server with the store's own role, which can't change tables. */
    appServerUrl: string
    template: string
    /** For the demo that the tests of processes share. The first of them seeds it, unless `npm test` already has. */
    demoFolder: string
  }
}

/** All tests share one Postgres: TEST_DATABASE_URL, or an embedded server in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url: serverUrl, stop } = await openServer(process.env.TEST_DATABASE_URL)
  const template = `eb_template_${process.pid}`
  await runStatements(serverUrl, `drop database if exists ${template}`, `create database ${template}`)
  await migrate(databaseUrl(serverUrl, template), 'db/migrations', { schema: 'db/schema' })
  await runMigrations({ connectionString: databaseUrl(serverUrl, template) })
  await createSandboxSchema(databaseUrl(serverUrl, template))
  const appServerUrl = await createAppRole(serverUrl)
  await grantToApp(databaseUrl(serverUrl, template), databaseUrl(appServerUrl, template))
  await makeResettable(databaseUrl(serverUrl, template))
  project.provide('serverUrl', serverUrl)
  project.provide('appServerUrl', appServerUrl)
  project.provide('template', template)
  const sharedDemo = process.env.TEST_DEMO_FOLDER
  const demoFolder = sharedDemo ?? createDatabaseFolder('eternal-beauty-demo-')
  // PostgreSQL may run as another user.
  chmodSync(demoFolder, 0o755)
  project.provide('demoFolder', demoFolder)
  return async () => {
    await dropDatabases(serverUrl, template)
    await stop()
    if (!sharedDemo) rmSync(demoFolder, { recursive: true, force: true })
  }
}

async function makeResettable(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await addReset(client)
  await recordSchemaChanges(client)
  await client.end()
}

/** The template and its copies. */
async function dropDatabases(serverUrl: string, template: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(datname) as name from pg_database where starts_with(datname, $1)',
    [template],
  )
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  await client.end()
}

async function createAppRole(serverUrl: string): Promise<string> {
  const role = 'eternal_beauty_test'
  await runStatements(
    serverUrl,
    `do $$ begin create role ${role} login; exception when duplicate_object then null; end $$`,
    `alter role ${role} password '${role}'`,
  )
  return Object.assign(new URL(serverUrl), { username: role, password: role }).href
}

/** Vitest exits without this teardown if it is interrupted, so another process watches over the embedded server. */
async function openServer(configuredUrl?: string): Promise<{ url: string; stop(): Promise<void> }> {
  if (configuredUrl) return { url: configuredUrl, stop: async () => {} }
  const holder = spawn(process.execPath, [path.resolve('test/hold-postgres.ts')], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(holder, 'exit').then(([code]): never => {
    throw new Error(`PostgreSQL for the tests ended with status ${code}`)
  })
  const [url] = await Promise.race([once(holder.stdout, 'data'), exited])
  return {
    url: String(url),
    async stop() {
      holder.stdin.end()
      await exited.catch(() => {})
    },
  }
}

async function runStatements(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
