import { eq } from 'drizzle-orm'
import { Logger, runOnce } from 'graphile-worker'
import { authUsers, profiles } from '#core/accounts/accounts.table.ts'
import { setPassword } from '#core/accounts/open-account.server.ts'
import type { Context, SignedInActor } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { mailboxTransport } from '#core/mail/mailbox.server.ts'
import type { Connection, Db } from '#db/connection.ts'
import { createJobHandlers } from '#server/jobs.ts'
import { quickHashing } from './store.ts'
import type { Doors, Guest } from './visitors.ts'

export const PASSWORD = 'quiet orchard'

type Draft = {
  email?: string
  role?: 'user' | 'admin'
  confirmed?: boolean
  password?: string
  isDemo?: boolean
}

let built = 0

/** An account as it stands after its letter was followed, but for what the test says of it. */
export async function buildAccount(
  db: Db,
  {
    email = `grace${++built}@orchard.example`,
    role = 'user',
    confirmed = true,
    password = PASSWORD,
    isDemo = false,
  }: Draft = {},
) {
  const id = newId('profile')
  await db.insert(authUsers).values({ id, email, name: 'Grace', emailVerified: confirmed })
  await db.insert(profiles).values({ id, email, fullName: 'Grace', role, isDemo })
  await setPassword(db, id, await quickHashing.hash(password))
  return { id, email, password }
}

/** Whoever asks, for a test that needs no session. */
export async function buildActor(db: Db, draft: Draft = {}): Promise<SignedInActor> {
  const { id, email } = await buildAccount(db, draft)
  const expiresAt = new Date(Date.now() + 3_600_000)
  return {
    kind: 'user',
    id,
    email,
    role: draft.role ?? 'user',
    fullName: 'Grace',
    sessionId: 'none',
    expiresAt,
  }
}

export async function signedInVisitor(doors: Doors, db: Db, draft: Draft = {}) {
  const account = await buildAccount(db, draft)
  const visitor = doors.visitor()
  const answer = await visitor.signIn(account.email, account.password)
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return { ...visitor, account }
}

export async function customers(doors: Doors, db: Db, count: number) {
  return Promise.all(Array.from({ length: count }, () => signedInVisitor(doors, db)))
}

/** The world as a signed-in visitor has it. */
export async function asVisitor(ctx: Context, visitor: Guest): Promise<Context> {
  const actor = await (await visitor.get('/who')).json()
  return { ...ctx, actor: { ...actor, expiresAt: new Date(actor.expiresAt) } }
}

export async function roleOf(db: Db, email: string): Promise<string | undefined> {
  const [profile] = await db.select({ role: profiles.role }).from(profiles).where(eq(profiles.email, email))
  return profile?.role
}

type Letter = { kind: string; subject: string; text: string; html: string }

/** What was written to an address, the oldest first. */
export async function lettersTo({ pool }: Connection, email: string): Promise<Letter[]> {
  const { rows } = await pool.query<Letter>(
    `select kind, l.subject, coalesce(l.body_text, m.body_text) as text, coalesce(l.body_html, m.body_html) as html
       from letters l left join mailbox m using (id) where l.recipient = $1 order by l.created_at, id`,
    [email],
  )
  return rows
}

/** The path of the first link of the last letter. */
export async function linkIn(connection: Connection, email: string): Promise<string> {
  const letter = (await lettersTo(connection, email)).at(-1)
  const link = /href="([^"]+)"/.exec(letter?.html ?? '')?.[1]
  if (!link) throw new Error(`No letter with a link to ${email}`)
  const { pathname, search } = new URL(link.replaceAll('&#38;', '&'))
  return pathname + search
}

/** Does what was promised so far, as the worker would; letters go to the demo's mailbox, or where the test says. */
export async function doJobs(
  connection: Connection,
  ctx: Context,
  mail = mailboxTransport(ctx.db),
): Promise<void> {
  const taskList = createJobHandlers({
    connection,
    emailTransport: mail,
    log: ctx.log,
    files: ctx.files,
    settings: ctx.settings,
    payments: ctx.payments,
  })
  await runOnce({
    pgPool: connection.pool,
    taskList,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  })
}
