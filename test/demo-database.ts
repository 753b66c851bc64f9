import { Client } from 'pg'
import { inject } from 'vitest'
import { z } from 'zod'
import { setPassword } from '#core/accounts/account.server.ts'
import { BUILT_IN_SUBSTANCES } from '#core/ingredients/substances/built-in-substances.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
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

/** When the demo of `createSeededDatabase` was seeded. */
export const SEEDED = new Date('2026-11-20T13:07:00Z')

/** A copy of the demo store's database, seeded during this run, with passwords that are fast to verify. */
export async function createDemoDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ template: await prepareDemoTemplate() })
}

/** A copy of a demo that was seeded at a fixed time, without staff. */
export async function createSeededDatabase(): Promise<TestDatabase> {
  const { admin, customer } = DEMO_PASSWORDS
  const seed = (url: string) =>
    seedDemo(url, { adminEmail: ADMIN_EMAIL, passwords: { admin, customer }, now: SEEDED })
  return createTestDatabase({ template: await prepareTemplate('seeded', seed) })
}

export function prepareDemoTemplate(): Promise<string> {
  return prepareTemplate('demo', async (url) => {
    await seedDemo(url, {
      adminEmail: ADMIN_EMAIL,
      passwords: DEMO_PASSWORDS,
      now: new Date(),
      secret: SECRET,
    })
    await storeFastHashes(url)
    await storeIngredients(url)
  })
}

/** The first caller of a run seeds it. It gets its name when it is complete, so that a failed seeding is repeated. */
async function prepareTemplate(name: string, seed: (url: string) => Promise<unknown>): Promise<string> {
  const template = `${inject('template')}_${name}`
  const server = new Client({ connectionString: inject('serverUrl') })
  await server.connect()
  try {
    await server.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await server.query('select from pg_database where datname = $1', [template])
    if (rowCount) return template
    const unfinished = `${template}_unfinished`
    await server.query(`drop database if exists ${unfinished} with (force)`)
    await server.query(`create database ${unfinished} template ${inject('template')} strategy file_copy`)
    await seed(databaseUrl(inject('appServerUrl'), unfinished))
    await server.query(`alter database ${unfinished} rename to ${template}`)
    return template
  } finally {
    await server.end()
  }
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

/** As at a start of the store. */
async function storeIngredients(url: string): Promise<void> {
  const { db, close } = connect({ url, max: 1 })
  await syncSubstances(db, BUILT_IN_SUBSTANCES)
  await close()
}
