import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'
import { databaseUrl } from './database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string
    template: string
  }
}

/** All tests share one Postgres: TEST_DATABASE_URL, or an embedded server in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const configuredUrl = process.env.TEST_DATABASE_URL
  const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-test-'))
  const embedded = configuredUrl ? undefined : await startEmbeddedPostgres(folder)
  const serverUrl = configuredUrl ?? embedded?.url ?? ''
  const template = `eb_template_${process.pid}`
  await runStatements(serverUrl, `drop database if exists ${template}`, `create database ${template}`)
  await migrate(databaseUrl(serverUrl, template), 'db/migrations')
  await runMigrations({ connectionString: databaseUrl(serverUrl, template) })
  project.provide('serverUrl', serverUrl)
  project.provide('template', template)
  return async () => {
    await runStatements(serverUrl, `drop database if exists ${template}`)
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runStatements(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
