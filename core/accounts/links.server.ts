import { randomUUID } from 'node:crypto'
import { and, eq, gt, like, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { Refusal } from '../errors.ts'
import { authVerifications } from './accounts.table.ts'
import { hashToken, newToken } from './tokens.ts'

/** What each link in a letter will do for whoever holds it, once. */
type Purposes = {
  /** Opens the account with the password of the very form that caused the letter: nobody else's counts. */
  confirm: { passwordHash: string | null }
  reset: object
  'new-email': { email: string }
  /** No link, but kept and taken like one: what a device is to sign. */
  passkey: { challenge: string }
}
export type Purpose = keyof Purposes
type Bearer<Kind extends Purpose> = Purposes[Kind] & { userId: string }

const MINUTES: Record<Purpose, number> = { confirm: 24 * 60, reset: 60, 'new-email': 24 * 60, passkey: 5 }

/** The token goes into a letter; only its hash stays here. */
export async function makeLink<Kind extends Purpose>(
  db: Db,
  purpose: Kind,
  bearer: Bearer<Kind>,
): Promise<string> {
  const token = newToken()
  await db.insert(authVerifications).values({
    id: `${bearer.userId}:${randomUUID()}`,
    identifier: nameOf(purpose, token),
    value: JSON.stringify(bearer),
    expiresAt: sql`now() + ${MINUTES[purpose]} * interval '1 minute'`,
  })
  return token
}

/** Takes the link away and says what it was for; of several who hold it, the first. */
export async function redeemLink<Kind extends Purpose>(
  db: Db,
  purpose: Kind,
  token: string,
): Promise<Bearer<Kind>> {
  const [link] = await db.delete(authVerifications).where(valid(purpose, token)).returning()
  if (!link) throw new Refusal('not_found', USED_UP)
  return JSON.parse(link.value) as Bearer<Kind>
}

export async function isLinkValid(db: Db, purpose: Purpose, token: string): Promise<boolean> {
  const found = await db
    .select({ id: authVerifications.id })
    .from(authVerifications)
    .where(valid(purpose, token))
  return found.length > 0
}

/** When a mailbox has proved its owner, or a password is a new one, what was sent before is worth nothing. */
export async function voidLinks(db: Db, userId: string): Promise<void> {
  await db.delete(authVerifications).where(like(authVerifications.id, `${userId.replaceAll('_', '\\_')}:%`))
}

export async function forgetOldLinks(db: Db): Promise<void> {
  await db.delete(authVerifications).where(lt(authVerifications.expiresAt, sql`now()`))
}

export const USED_UP = 'This link has been used already, or is too old. Please ask for a new one.'

function valid(purpose: Purpose, token: string) {
  return and(
    eq(authVerifications.identifier, nameOf(purpose, token)),
    gt(authVerifications.expiresAt, sql`now()`),
  )
}

function nameOf(purpose: Purpose, token: string): string {
  return `${purpose}:${hashToken(token)}`
}
