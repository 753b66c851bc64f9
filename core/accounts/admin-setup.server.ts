import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { confirmAddressEmail } from '../email/account-emails.ts'
import { Refusal } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'
import {
  findAccount,
  findOrCreateAccount,
  findPasswordHash,
  promoteDesignatedAdmin,
  setPassword,
} from './account.server.ts'
import { adminSetupProblem } from './account.ts'
import { accountLinks, enqueueAccountEmail } from './account-email.server.ts'
import { createLink } from './one-time-links.server.ts'
import { refuseWeakPassword } from './passwords/new-password.server.ts'
import { MIN_ADMIN_PASSWORD_LENGTH } from './passwords/password-lengths.ts'
import { withSecurityEvent } from './security/security-events.server.ts'
import { newToken } from './sessions/tokens.ts'
import { limitRequests } from './sign-in/rate-limit.server.ts'
import { withGuessLimit } from './sign-in/sign-in.server.ts'
import { toBrowserKey } from './sign-in/sign-up.server.ts'
import { isSame, sign } from './signature.ts'

export type AdminSetupResult = 'created' | 'ready' | 'user-exists' | 'account-exists'

const SETUP_LINK_KEY = 'first-admin-link'
export const SETUP_LINK_REQUIRED =
  'To create the first administrator, open the one-time setup link that the server printed at startup. If you have created the account, follow the link in its email; Customer Login can send it again.'

type AdminSetupInput = { email: string; password: string; link: string | null }

/** `link` is the token of the one-time link; the demo needs none. */
export async function setUpAdmin(
  ctx: Context,
  { email, password, link }: AdminSetupInput,
): Promise<AdminSetupResult> {
  await limitRequests(ctx, 'set-up')
  const problem = adminSetupProblem({ email, password }, ctx.settings.adminEmail)
  if (problem) throw new Refusal('invalid_input', problem.text)
  if (await hasAdmin(ctx)) return 'user-exists'
  if (requiresSetupLink(ctx) && !(await isSetupLinkValid(ctx, link)))
    throw new Refusal('forbidden', SETUP_LINK_REQUIRED)
  await refuseWeakPassword(ctx, {
    password,
    email: ctx.settings.adminEmail,
    minLength: MIN_ADMIN_PASSWORD_LENGTH,
  })
  const existing = await findAccount(ctx.db, ctx.settings.adminEmail)
  if (existing?.confirmed && !existing.isDemo) return setUpExistingAccount(ctx, existing.id, password)
  const passwordHash = await ctx.hashing.hash(password)
  return ctx.db.transaction(async (tx) => {
    await lockAdminSetup(tx)
    if (await hasAdmin({ ...ctx, db: tx })) return 'user-exists'
    if (requiresSetupLink(ctx) && !(await isSetupLinkValid({ ...ctx, db: tx }, link))) return 'account-exists'
    const account = await findOrCreateAccount(ctx, tx, { email: ctx.settings.adminEmail, passwordHash })
    if (!account.isNew && (account.confirmed || !requiresSetupLink(ctx)) && !account.isDemo)
      return 'account-exists'
    await setPassword(tx, account.id, passwordHash)
    await deleteSetupLink(tx)
    const token = await createLink(tx, 'confirm', { userId: account.id, passwordHash })
    await enqueueAccountEmail(ctx, tx, account.email, confirmAddressEmail, accountLinks.confirm(ctx, token))
    return 'created'
  })
}

/** Lets the browser of the setup confirm the email address without asking for the password again. */
export async function readSetupBrowserKey(ctx: Context): Promise<string> {
  const account = await findAccount(ctx.db, ctx.settings.adminEmail)
  const passwordHash = account && (await findPasswordHash(ctx.db, account.id))
  return passwordHash ? toBrowserKey(passwordHash) : ''
}

/** The email address is confirmed already, so the account's own password is enough to make it an administrator. */
async function setUpExistingAccount(ctx: Context, id: string, password: string): Promise<AdminSetupResult> {
  const hash = await findPasswordHash(ctx.db, id)
  if (!hash || !(await isAccountOwner(ctx, id, { hash, password }))) return 'account-exists'
  return ctx.db.transaction(async (tx) => {
    await lockAdminSetup(tx)
    if (await hasAdmin({ ...ctx, db: tx })) return 'user-exists'
    await promoteDesignatedAdmin(ctx, tx, id)
    await deleteSetupLink(tx)
    return 'ready'
  })
}

async function isAccountOwner(
  ctx: Context,
  account: string,
  credentials: { hash: string; password: string },
): Promise<boolean> {
  try {
    await withSecurityEvent(ctx, { action: 'owner-check', method: 'password', account }, () =>
      withGuessLimit(ctx, ctx.settings.adminEmail, async () => {
        if (!(await ctx.hashing.verify(credentials))) throw new Refusal('unauthenticated', 'Invalid password')
      }),
    )
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthenticated') return false
    throw error
  }
}

/** If setups run concurrently, only the first succeeds. */
async function lockAdminSetup(db: Db): Promise<void> {
  await execute(db)`select pg_advisory_xact_lock(hashtextextended(${SETUP_LINK_KEY}, 0))`
}

export async function hasAdmin({
  db,
  settings,
}: {
  db: Db
  settings: Pick<Settings, 'demo'>
}): Promise<boolean> {
  const [adminExists] = await queryColumn(db, z.boolean())`
    select exists (select from profiles where role = 'admin' and (${settings.demo !== 'off'} or not is_demo))
    as "hasAdmin"`
  return adminExists === true
}

/** The same link on every node; undefined if the store has an administrator or runs the demo. */
export async function adminSetupLink(
  db: Db,
  settings: Pick<Settings, 'demo' | 'origin' | 'secret'>,
): Promise<string | undefined> {
  if (settings.demo !== 'off' || (await hasAdmin({ db, settings }))) return undefined
  const nonce = sql.json({ nonce: newToken() })
  await execute(db)`
    insert into store_facts (key, value) values (${SETUP_LINK_KEY}, ${nonce}) on conflict do nothing`
  const token = await findSetupToken(db, settings.secret)
  return token && `${settings.origin}/admin/setup?link=${token}`
}

function requiresSetupLink(ctx: Context): boolean {
  return ctx.settings.demo === 'off'
}

async function isSetupLinkValid(ctx: Context, link: string | null): Promise<boolean> {
  const expected = await findSetupToken(ctx.db, ctx.settings.secret)
  return Boolean(expected && link && isSame(expected, link))
}

async function findSetupToken(db: Db, secret: string): Promise<string | undefined> {
  const [setupLink] = await queryColumn(db, z.strictObject({ nonce: z.string() }))`
    select value from store_facts where key = ${SETUP_LINK_KEY}`
  return setupLink && sign(`first admin ${JSON.stringify(setupLink)}`, secret)
}

async function deleteSetupLink(db: Db): Promise<void> {
  await execute(db)`delete from store_facts where key = ${SETUP_LINK_KEY}`
}
