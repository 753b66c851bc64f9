import { hashPassword } from 'better-auth/crypto'
import { Client, type ClientBase } from 'pg'
import { buildDemoStore } from './build-store.ts'
import { insertRows } from './insert-rows.ts'

export type SeedOptions = { adminEmail: string; passwords: { admin: string; customer: string }; now: Date }

/** An arbitrary advisory lock ID that nothing else uses. */
export const DEMO_LOCK = 7_220_932

/** Seeds only an empty database. If several nodes start at once, the lock lets one of them seed it. */
export async function seedDemo(url: string, options: SeedOptions): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK])
    const empty = await isEmpty(client)
    if (empty) await fillDatabase(client, options)
    await client.query('commit')
    return empty
  } finally {
    await client.end().catch(() => {})
  }
}

async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    `select not exists (select from products)
        and not exists (select from auth_users)
        and not exists (select from store_facts where key = 'demo') as empty`,
  )
  return rows[0]?.empty === true
}

async function fillDatabase(client: ClientBase, { adminEmail, passwords, now }: SeedOptions): Promise<void> {
  const [admin, customer] = await Promise.all([
    hashPassword(passwords.admin),
    hashPassword(passwords.customer),
  ])
  const tables = buildDemoStore({ adminEmail, hashes: { admin, customer }, now: now.getTime() })
  for (const [table, rows] of tables) await insertRows(client, table, rows)
  await client.query('select invoices_issue_missing()')
}
