import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { migrate } from '#db/migrate.ts'

const ADMIN_URL = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5415/postgres'
const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url))

export type FreshDatabase = { url: string; client: Client; drop(): Promise<void> }

/** A migrated and empty database of a test's own. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `seed_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await asAdmin(`create database ${name}`)
  const url = Object.assign(new URL(ADMIN_URL), { pathname: `/${name}` }).href
  await migrate(url, MIGRATIONS)
  const client = new Client({ connectionString: url })
  await client.connect()
  const drop = async () => {
    await client.end()
    await asAdmin(`drop database ${name} with (force)`)
  }
  return { url, client, drop }
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new Client({ connectionString: ADMIN_URL })
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}
