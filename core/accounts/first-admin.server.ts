import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { confirmLetter } from '../mail/account-letters.ts'
import { claimProblem } from './account.ts'
import { profiles } from './accounts.table.ts'
import { limitRequests } from './attempts.server.ts'
import type { Settings } from './house.ts'
import { LEAST_ADMIN_PASSWORD } from './lengths.ts'
import { linkTo, writeTo } from './letters.server.ts'
import { makeLink } from './links.server.ts'
import {
  findAccount,
  findPasswordHash,
  giveDesignatedRights,
  openAccount,
  setPassword,
} from './open-account.server.ts'
import { countingGuesses } from './sign-in.server.ts'
import { refuseWeakPassword } from './sign-up.server.ts'
import { storeFacts } from './store-facts.table.ts'
import { newToken } from './tokens.ts'

/** What the set-up came to; the screen has the toast for each. */
export type Claim = 'created' | 'ready' | 'user-exists' | 'account-exists'

const FACT = 'first-admin-link'
export const LINK_NEEDED =
  'The set-up needs the one-time link that the server printed at its start. Open that link, and try again.'

type Wanted = { email: string; password: string; link: string | null }

/** /setup and the create mode of /admin/login. `link` is the one-time link's token; the demo needs none. */
export async function claimAdmin(ctx: Context, { email, password, link }: Wanted): Promise<Claim> {
  await limitRequests(ctx, 'set-up', { most: 120, minutes: 15 })
  const problem = claimProblem({ email, password }, ctx.settings.adminEmail)
  if (problem) throw new Refusal('invalid_input', problem.text)
  if (await hasAdmin(ctx)) return 'user-exists'
  refuseWeakPassword(password, LEAST_ADMIN_PASSWORD)
  if (needsLink(ctx) && !(await isLinkGood(ctx, link))) throw new Refusal('forbidden', LINK_NEEDED)
  const known = await findAccount(ctx.db, ctx.settings.adminEmail)
  if (known?.confirmed && !known.isDemo) return claimKnown(ctx, known.id, password)
  const passwordHash = await ctx.identity.hashing.hash(password)
  return ctx.db.transaction(async (tx) => {
    await holdSetUp(tx)
    if (await hasAdmin({ ...ctx, db: tx })) return 'user-exists'
    if (needsLink(ctx) && !(await isLinkGood({ ...ctx, db: tx }, link))) return 'account-exists'
    const account = await openAccount(ctx, tx, { email: ctx.settings.adminEmail, passwordHash })
    if (!account.isNew && (account.confirmed || !needsLink(ctx)) && !account.isDemo) return 'account-exists'
    await setPassword(tx, account.id, passwordHash)
    await tx.delete(storeFacts).where(eq(storeFacts.key, FACT))
    const token = await makeLink(tx, 'confirm', { userId: account.id, passwordHash })
    await writeTo(ctx, tx, account.email, (envelope) => confirmLetter(envelope, linkTo.confirm(ctx, token)))
    return 'created'
  })
}

/** Its mailbox has answered before, so its rights begin at once; but only its own password says that it is its owner. */
async function claimKnown(ctx: Context, id: string, password: string): Promise<Claim> {
  const hash = await findPasswordHash(ctx.db, id)
  if (!hash || !(await isOwner(ctx, { hash, password }))) return 'account-exists'
  return ctx.db.transaction(async (tx) => {
    await holdSetUp(tx)
    if (await hasAdmin({ ...ctx, db: tx })) return 'user-exists'
    await giveDesignatedRights(ctx, tx, id)
    await tx.delete(storeFacts).where(eq(storeFacts.key, FACT))
    return 'ready'
  })
}

async function isOwner(ctx: Context, given: { hash: string; password: string }): Promise<boolean> {
  try {
    await countingGuesses(ctx, ctx.settings.adminEmail, async () => {
      if (!(await ctx.identity.hashing.verify(given)))
        throw new Refusal('unauthenticated', 'Invalid password')
    })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthenticated') return false
    throw error
  }
}

/** One at a time: of many set-ups at once, the first is the only one. */
async function holdSetUp(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${FACT}, 0))`)
}

export async function hasAdmin({
  db,
  settings,
}: {
  db: Db
  settings: Pick<Settings, 'demo'>
}): Promise<boolean> {
  const real = settings.demo === 'off' ? eq(profiles.isDemo, false) : undefined
  const found = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.role, 'admin'), real))
    .limit(1)
  return found.length > 0
}

/** The one-time link of a store without an administrator, the same on every node; undefined when none is needed. */
export async function firstAdminLink(
  db: Db,
  settings: Pick<Settings, 'demo' | 'origin' | 'secret'>,
): Promise<string | undefined> {
  if (settings.demo !== 'off' || (await hasAdmin({ db, settings }))) return undefined
  await db
    .insert(storeFacts)
    .values({ key: FACT, value: { nonce: newToken() } })
    .onConflictDoNothing()
  const token = await readLink(db, settings.secret)
  return token && `${settings.origin}/admin/setup?link=${token}`
}

function needsLink(ctx: Context): boolean {
  return ctx.settings.demo === 'off'
}

async function isLinkGood(ctx: Context, link: string | null): Promise<boolean> {
  const good = await readLink(ctx.db, ctx.settings.secret)
  if (!good || !link || link.length !== good.length) return false
  return timingSafeEqual(Buffer.from(link), Buffer.from(good))
}

async function readLink(db: Db, secret: string): Promise<string | undefined> {
  const [fact] = await db.select({ value: storeFacts.value }).from(storeFacts).where(eq(storeFacts.key, FACT))
  if (!fact) return undefined
  return createHmac('sha256', secret)
    .update(`first admin ${JSON.stringify(fact.value)}`)
    .digest('base64url')
}
