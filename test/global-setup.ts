import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
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
  const { url: serverUrl, stop } = await openServer(process.env.TEST_DATABASE_URL)
  const template = `eb_template_${process.pid}`
  await runStatements(serverUrl, `drop database if exists ${template}`, `create database ${template}`)
  await migrate(databaseUrl(serverUrl, template), 'db/migrations')
  await runMigrations({ connectionString: databaseUrl(serverUrl, template) })
  project.provide('serverUrl', serverUrl)
  project.provide('template', template)
  return async () => {
    await runStatements(serverUrl, `drop database if exists ${template} with (force)`)
    await stop()
  }
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
