import { Client } from 'pg'
import { inject } from 'vitest'
import { z } from 'zod'
import { setPassword } from '#core/accounts/account.server.ts'
import { connect } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { seedDemo } from '#demo/seed.ts'
import { DEMO_PASSWORDS } from '#server/prepare-store.ts'
import { fastHashing, SECRET } from './context.ts'
import { databaseUrl } from './database-url.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const ADMIN_EMAIL = 'admin@eternalbeauty.example'

export const DEMO_ACCOUNTS = {
  admin: { email: ADMIN_EMAIL, password: DEMO_PASSWORDS.admin },
  grace: { email: 'grace@eternalbeauty.example', password: DEMO_PASSWORDS.customer },
}

/** A copy of the demo store's database. */
export async function createDemoDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ template: await prepareDemoTemplate() })
}

/** The first caller of a run seeds it. */
export async function prepareDemoTemplate(): Promise<string> {
  const template = `${inject('template')}_demo`
  const server = new Client({ connectionString: inject('serverUrl') })
  await server.connect()
  try {
    await server.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await server.query('select from pg_database where datname = $1', [template])
    if (!rowCount) await seedTemplate(server, template)
  } finally {
    await server.end()
  }
  return template
}

/** Gets its name when it is complete, so that a failed seeding is repeated. */
async function seedTemplate(server: Client, template: string): Promise<void> {
  const unfinished = `${template}_unfinished`
  await server.query(`drop database if exists ${unfinished} with (force)`)
  await server.query(`create database ${unfinished} template ${inject('template')} strategy file_copy`)
  const url = databaseUrl(inject('appServerUrl'), unfinished)
  await seedDemo(url, {
    adminEmail: ADMIN_EMAIL,
    passwords: DEMO_PASSWORDS,
    now: new Date(),
    secret: SECRET,
  })
  await storeFastHashes(url)
  await server.query(`alter database ${unfinished} rename to ${template}`)
}

async function storeFastHashes(url: string): Promise<void> {
  const { db, close } = connect({ url, max: 1 })
  const passwords = [
    ...Object.values(DEMO_ACCOUNTS),
    ...Object.entries(DEMO_PASSWORDS.staff ?? {}).map(([role, password]) => ({
      email: `${role}@eternalbeauty.example`,
      password,
    })),
  ]
  for (const { email, password } of passwords) {
    const [profile] = await query(db, z.strictObject({ id: z.string() }))`
      select id from profiles where email = ${email}`
    if (!profile) throw new Error(`The demo has no account ${email}`)
    await setPassword(db, profile.id, await fastHashing.hash(password))
  }
  await close()
}
