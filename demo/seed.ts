import { z } from 'zod'
import { hashPassword, hashPublishedPassword } from '#core/accounts/passwords/password-hash.ts'
import { BUILT_IN_SUBSTANCES } from '#core/ingredients/substances/built-in-substances.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import type { StaffRole } from '#core/permissions/staff-roles.ts'
import { connect, type Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import { openStaffAccounts } from './customers/staff-accounts.ts'
import { demoEvents } from './demo-events.ts'
import { createSeedStore } from './seed-store.ts'
import { addStaffWork } from './staff-work.ts'

export type SeedOptions = {
  adminEmail: string
  /** Passwords for staff are those of the README, as the others are then. Without them, there are no staff. */
  passwords: { admin: string; customer: string; staff?: Record<StaffRole, string> }
  now: Date
  /** Encrypts the signing secret of the webhook endpoint that staff have set up. Codes of gift cards are derived from it. */
  secret?: string
}

/** An arbitrary advisory lock ID that nothing else uses. */
export const DEMO_LOCK = 7_220_932

/**
 * Seeds only an empty database. If several nodes start at once, the lock lets one of them seed it. In one transaction,
 * so that a failure leaves the database empty, and no worker runs the jobs of seeded orders.
 */
export async function seedDemo(url: string, options: SeedOptions): Promise<boolean> {
  const { db, close } = connect({ url, max: 1 })
  try {
    return await db.transaction(async (tx) => {
      // Another node may take longer to seed than a statement may take.
      await execute(tx)`select set_config('statement_timeout', '0', true)`
      await execute(tx)`select pg_advisory_xact_lock(${DEMO_LOCK})`
      const [isEmpty] = await queryColumn(tx, z.boolean())`${selectStoreState}`
      if (!isEmpty) return false
      await fillStore(withoutSavepoints(tx), options)
      return true
    })
  } finally {
    await close()
  }
}

/** Any failure undoes everything, so the parts need no savepoints. They would be a fifth of all statements. */
function withoutSavepoints({ run }: Db): Db {
  const db: Db = { run, transaction: (work) => work(db) }
  return db
}

const selectStoreState = sql`select not exists (select from products)
  and not exists (select from auth_users)
  and not exists (select from store_facts where key = 'demo') as "isEmpty"`

async function fillStore(db: Db, { adminEmail, passwords, now, secret = '' }: SeedOptions): Promise<void> {
  const email = adminEmail.toLowerCase()
  const hash = passwords.staff ? hashPublishedPassword : hashPassword
  const hashes = { admin: hash(passwords.admin), customer: hash(passwords.customer) }
  const store = createSeedStore(db, email, secret)
  const events = demoEvents({ adminEmail: email, hashes, now: now.getTime() })
  await syncSubstances(db, BUILT_IN_SUBSTANCES)
  for (const event of events.toSorted((one, other) => one.at - other.at)) await event.run(store)
  if (passwords.staff) {
    await openStaffAccounts(store, passwords.staff, now)
    await addStaffWork(store, now, secret)
  }
  // When `STORE_DEMO` is off, demo accounts can't sign in.
  await execute(db)`update profiles set is_demo = true`
  await execute(db)`
    insert into store_facts (key, value, at) values ('demo', ${sql.json({ seededAt: now })}, ${now})`
  await discardJobsAndEmails(db)
}

/** Emails about the past must not be sent. All jobs of a transaction have its time. */
async function discardJobsAndEmails(db: Db): Promise<void> {
  await execute(db)`
    select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where created_at = now()))`
  await execute(db)`delete from outbox`
  await execute(db)`delete from emails`
  await execute(db)`delete from idempotency_keys`
}
