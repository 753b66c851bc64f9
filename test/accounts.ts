import { randomUUID } from 'node:crypto'
import { Logger, runOnce } from 'graphile-worker'
import { z } from 'zod'
import { ROLES, type Role } from '#core/accounts/account.ts'
import type { OwnerProof } from '#core/accounts/security/verify-owner.server.ts'
import type { Context, SignedInActor } from '#core/context.ts'
import { mailboxTransport } from '#core/email/mailbox.server.ts'
import { newId } from '#core/ids.ts'
import { forwardJobs } from '#core/outbox/outbox.server.ts'
import type { Connection, Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { createJobHandlers } from '#server/jobs/create-job-handlers.ts'
import { type AccountDraft, buildAccount, PASSWORD } from './build-account.ts'
import type { TestStore, TestVisitor } from './test-store.ts'

export { buildAccount, PASSWORD }

/** For tests in which the owner has no account. */
export const ownerActor: SignedInActor = {
  kind: 'user',
  id: 'usr_owner',
  email: 'owner@orchard.example',
  role: 'admin',
  fullName: null,
  sessionId: 'session',
  expiresAt: new Date('2100-01-01'),
}

/** Proves the owner in tests that aren’t about it: their sessions have just begun. */
export const JUST_SIGNED_IN: OwnerProof = { acceptsRecentSignIn: true }

/** A signed-in actor for tests that need no token. */
export async function buildActor(db: Db, overrides: AccountDraft = {}): Promise<SignedInActor> {
  const { id, email } = await buildAccount(db, overrides)
  const expiresAt = new Date(Date.now() + 3_600_000)
  const sessionId = randomUUID()
  await execute(
    db,
  )`insert into auth_sessions (id, user_id, expires_at) values (${sessionId}, ${id}, ${expiresAt})`
  return {
    kind: 'user',
    id,
    email,
    role: overrides.role ?? 'user',
    staffRole: overrides.staffRole ?? null,
    fullName: 'Grace',
    sessionId,
    expiresAt,
  }
}

export async function asCustomer<Base extends Context>(ctx: Base, overrides: AccountDraft = {}) {
  return { ...ctx, actor: await buildActor(ctx.db, overrides) }
}

export async function asAdmin<Base extends Context>(ctx: Base) {
  return asCustomer(ctx, { role: 'admin' })
}

/** Another program. Its scopes are in the actor only. */
export async function asKey<Base extends Context>(ctx: Base, permissions: readonly string[]) {
  const id = newId('apiKey')
  const { id: owner } = await buildAccount(ctx.db, { role: 'admin' })
  await execute(ctx.db)`
    insert into api_keys (id, name, key_hash, hint, scopes, created_by, created_at)
    values (${id}, 'Sync', ${id}, 'sync', '{orders:read}', ${owner}, ${ctx.now})`
  return { ...ctx, actor: { kind: 'key' as const, id, name: 'Sync', permissions } }
}

export async function signInVisitor(testStore: TestStore, db: Db, overrides: AccountDraft = {}) {
  const account = await buildAccount(db, overrides)
  const visitor = testStore.visitor()
  const response = await visitor.signIn(account.email, account.password)
  if (!response.ok) throw new Error(`Sign-in returned ${response.status}: ${await response.text()}`)
  return { ...visitor, account }
}

export async function signInVisitors(testStore: TestStore, db: Db, count: number) {
  return Promise.all(Array.from({ length: count }, () => signInVisitor(testStore, db)))
}

export async function contextForVisitor(ctx: Context, visitor: TestVisitor): Promise<Context> {
  const actor = await (await visitor.get('/auth/who')).json()
  return { ...ctx, actor: { ...actor, expiresAt: new Date(actor.expiresAt) } }
}

export async function findRole(db: Db, email: string): Promise<Role | undefined> {
  const [profile] = await query(db, z.strictObject({ role: z.enum(ROLES) }))`
    select role from profiles where email = ${email}`
  return profile?.role
}

type SentEmail = { kind: string; subject: string; text: string; html: string }

/** Oldest first. */
export async function findSentEmails({ pool }: Connection, email: string): Promise<SentEmail[]> {
  const { rows } = await pool.query<SentEmail>(
    `select kind, l.subject, coalesce(l.body_text, m.body_text) as text, coalesce(l.body_html, m.body_html) as html
       from emails l left join mailbox m using (id) where l.recipient = $1 order by l.created_at, id`,
    [email],
  )
  return rows
}

/** The path of the first link in the latest email. */
export async function findEmailLink(connection: Connection, email: string): Promise<string> {
  const sentEmail = (await findSentEmails(connection, email)).at(-1)
  const link = /href="([^"]+)"/.exec(sentEmail?.html ?? '')?.[1]
  if (!link) throw new Error(`No email with a link was sent to ${email}`)
  const { pathname, search } = new URL(link.replaceAll('&#38;', '&'))
  return pathname + search
}

/** Runs all pending jobs, as the worker would. Emails go to the demo's mailbox by default. */
export async function runJobs(
  connection: Connection,
  ctx: Context,
  emailTransport = mailboxTransport(ctx.db),
): Promise<void> {
  const taskList = createJobHandlers({
    connection,
    emailTransport,
    log: ctx.log,
    files: ctx.files,
    settings: ctx.settings,
    stopping: new AbortController().signal,
    payments: ctx.payments,
  })
  await forwardJobs(ctx.db)
  await runOnce({
    pgPool: connection.pool,
    taskList,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  })
}

/** Pending jobs whose key ends with this, such as an order's ID, by key. */
export async function findJobs(db: Db, keyEnd: string) {
  await forwardJobs(db)
  return query(db, z.strictObject({ name: z.string(), key: z.string(), runAt: z.date() }))`
    select task_identifier as name, key, run_at as "runAt" from graphile_worker.jobs
    where right(key, ${keyEnd.length}) = ${keyEnd} order by key`
}
