import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.ts'

/** `url` and `client` are the owner's; the store itself connects with `appUrl`. */
export type TestDatabase = { url: string; appUrl: string; client: Client; drop(): Promise<void> }

/** A copy of a database, with a client to inspect it. By default the original is migrated and has no rows. */
export async function createTestDatabase({ template = inject('template') } = {}): Promise<TestDatabase> {
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  await runOnServer(
    `create database ${name} template ${template} strategy file_copy`,
    // A copy has the template's tables and their grants, but not the grants on the database itself.
    `revoke temporary on database ${name} from public`,
  )
  const url = databaseUrl(inject('serverUrl'), name)
  const appUrl = databaseUrl(inject('appServerUrl'), name)
  const client = new Client({ connectionString: url })
  await client.connect()
  const drop = async () => {
    await client.end()
    await runOnServer(`drop database ${name} with (force)`)
  }
  return { url, appUrl, client, drop }
}

async function runOnServer(...statements: string[]): Promise<void> {
  const server = new Client({ connectionString: inject('serverUrl') })
  await server.connect()
  for (const statement of statements) await server.query(statement)
  await server.end()
}
