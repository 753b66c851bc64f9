import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.ts'

export type TestDatabase = { url: string; client: Client; drop(): Promise<void> }

/** A migrated database without rows (or an entirely empty one), with a client to inspect it. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `eb_test_${randomBytes(6).toString('hex')}`
  await runOnServer(`create database ${name} template ${empty ? 'template0' : inject('template')}`)
  const url = databaseUrl(inject('serverUrl'), name)
  const client = new Client({ connectionString: url })
  await client.connect()
  const drop = async () => {
    await client.end()
    await runOnServer(`drop database ${name} with (force)`)
  }
  return { url, client, drop }
}

async function runOnServer(statement: string): Promise<void> {
  const server = new Client({ connectionString: inject('serverUrl') })
  await server.connect()
  await server.query(statement).finally(() => server.end())
}
