import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { authAccounts, authUsers, profiles } from './accounts.table.ts'

export type Account = { id: string; email: string; confirmed: boolean; isDemo: boolean }

/** From the specification. */
const DEFAULT_NAMES = { admin: 'Admin User', user: 'Customer' }

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [account] = await db
    .select({
      id: authUsers.id,
      email: authUsers.email,
      confirmed: authUsers.emailVerified,
      isDemo: profiles.isDemo,
    })
    .from(authUsers)
    .innerJoin(profiles, eq(profiles.id, authUsers.id))
    .where(eq(authUsers.email, email))
  return account
}

/** Concurrent calls create one account. */
export async function findOrCreateAccount(
  ctx: Context,
  db: Db,
  { email, fullName, passwordHash }: { email: string; fullName?: string | null; passwordHash: string | null },
): Promise<Account & { isNew: boolean }> {
  const name = fullName || DEFAULT_NAMES[isDesignatedAdmin(ctx, email) ? 'admin' : 'user']
  const opened = { createdAt: ctx.now, updatedAt: ctx.now }
  const [created] = await db
    .insert(authUsers)
    .values({ id: newId('profile'), email, name, ...opened })
    .onConflictDoNothing({ target: authUsers.email })
    .returning({ id: authUsers.id })
  if (created) {
    await db.insert(profiles).values({ id: created.id, email, fullName: name, ...opened })
    await enqueueJob(db, 'account-opened', { id: created.id })
    if (passwordHash) await setPassword(db, created.id, passwordHash)
    return { id: created.id, email, confirmed: false, isDemo: false, isNew: true }
  }
  const existing = await findAccount(db, email)
  if (!existing) throw new Error('Account has no profile')
  return { ...existing, isNew: false }
}

export async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  await db
    .insert(authAccounts)
    .values({ id: `credential-${userId}`, userId, accountId: userId, providerId: 'credential', password })
    .onConflictDoUpdate({
      target: [authAccounts.providerId, authAccounts.accountId],
      set: { password, updatedAt: sql`now()` },
    })
}

export async function removePassword(db: Db, userId: string): Promise<void> {
  await db
    .delete(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential')))
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [credential] = await db
    .select({ password: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential')))
  return credential?.password ?? null
}

/** Call only after the mailbox's owner has proved access: the designated address becomes an administrator. */
export async function confirmAccount(ctx: Context, db: Db, userId: string): Promise<{ email: string }> {
  const [user] = await db
    .update(authUsers)
    .set({ emailVerified: true, updatedAt: ctx.now })
    .where(eq(authUsers.id, userId))
    .returning({ email: authUsers.email })
  if (!user) throw new Error('Link belongs to a deleted account')
  await enqueueJob(db, 'address-confirmed', { id: userId })
  // A real owner has claimed a demo account.
  if (ctx.settings.demo === 'off')
    await db.update(profiles).set({ isDemo: false }).where(eq(profiles.id, userId))
  await promoteDesignatedAdmin(ctx, db, userId)
  return user
}

export async function promoteDesignatedAdmin(ctx: Context, db: Db, userId: string): Promise<void> {
  const [promoted] = await db
    .update(profiles)
    .set({ role: 'admin', updatedAt: ctx.now })
    .where(
      and(
        eq(profiles.id, userId),
        eq(profiles.email, ctx.settings.adminEmail),
        sql`(${profiles.role} <> 'admin')`,
      ),
    )
    .returning({ id: profiles.id })
  if (!promoted) return
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
