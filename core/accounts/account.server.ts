import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { logSecurityEvent } from './security/security-events.server.ts'
import { endAllSessions } from './sessions/end-sessions.server.ts'

const Account = z.strictObject({
  id: z.string(),
  email: z.string(),
  confirmed: z.boolean(),
  isDemo: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** From the specification. */
const DEFAULT_NAMES = { admin: 'Admin User', user: 'Customer' }

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [account] = await query(db, Account)`
    select u.id, u.email, u.email_verified as confirmed, p.is_demo as "isDemo"
    from auth_users u join profiles p on p.id = u.id where u.email = ${email}`
  return account
}

/** Concurrent calls create one account. */
export async function findOrCreateAccount(
  ctx: Context,
  db: Db,
  { email, fullName, passwordHash }: { email: string; fullName?: string | null; passwordHash: string | null },
): Promise<Account & { isNew: boolean }> {
  const name = fullName || DEFAULT_NAMES[isDesignatedAdmin(ctx, email) ? 'admin' : 'user']
  const id = newId('profile')
  const isNew = await execute(db)`
    insert into auth_users (id, email, name, created_at, updated_at)
    values (${id}, ${email}, ${name}, ${ctx.now}, ${ctx.now}) on conflict (email) do nothing`
  if (isNew) {
    await execute(db)`
      insert into profiles (id, email, full_name, created_at, updated_at)
      values (${id}, ${email}, ${name}, ${ctx.now}, ${ctx.now})`
    await enqueueJob(db, 'account-created', { id })
    if (passwordHash) await setPassword(db, id, passwordHash)
    return { id, email, confirmed: false, isDemo: false, isNew: true }
  }
  const existing = await findAccount(db, email)
  if (!existing) throw new Error('Account has no profile')
  return { ...existing, isNew: false }
}

export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await execute(db)`
    insert into auth_accounts (id, user_id, account_id, provider_id, password_hash)
    values (${`credential-${userId}`}, ${userId}, ${userId}, 'credential', ${passwordHash})
    on conflict (provider_id, account_id)
    do update set password_hash = excluded.password_hash, updated_at = now()`
}

export async function removePassword(db: Db, userId: string): Promise<void> {
  await execute(db)`delete from auth_accounts where user_id = ${userId} and provider_id = 'credential'`
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [passwordHash] = await queryColumn(db, z.string().nullable())`
    select password_hash as "passwordHash" from auth_accounts
    where user_id = ${userId} and provider_id = 'credential'`
  return passwordHash ?? null
}

/** Call only after the mailbox's owner has proved access: the designated address becomes an administrator. */
export async function confirmAccount(ctx: Context, db: Db, userId: string): Promise<{ email: string }> {
  const [user] = await query(db, UserEmail)`
    update auth_users set email_verified = true, updated_at = ${ctx.now} where id = ${userId} returning email`
  if (!user) throw new Error('Link belongs to a deleted account')
  await enqueueJob(db, 'email-confirmed', { id: userId })
  // A real owner has claimed a demo account.
  if (ctx.settings.demo === 'off') await execute(db)`update profiles set is_demo = false where id = ${userId}`
  await promoteDesignatedAdmin(ctx, db, userId)
  return user
}

const UserEmail = z.strictObject({ email: z.string() })

export async function promoteDesignatedAdmin(ctx: Context, db: Db, userId: string): Promise<void> {
  const promoted = await execute(db)`
    update profiles set role = 'admin', staff_role = null, updated_at = ${ctx.now}
    where id = ${userId} and email = ${ctx.settings.adminEmail} and role <> 'admin'`
  if (!promoted) return
  await endAllSessions(db, userId)
  logSecurityEvent(ctx, { action: 'role-change', account: userId })
  const record = {
    action: 'role-changed',
    subject: userId,
    before: { role: 'user' },
    after: { role: 'admin' },
  }
  await writeAudit(ctx, record, db)
}

export function isDesignatedAdmin(ctx: Context, email: string): boolean {
  return email === ctx.settings.adminEmail
}
