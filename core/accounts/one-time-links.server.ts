import { randomUUID } from 'node:crypto'
import { and, eq, gt, like, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { Refusal } from '../errors.ts'
import { authVerifications } from './accounts.table.ts'
import { hashToken, newToken } from './sessions/tokens.ts'

type LinkPayloads = {
  /** The password from the same sign-up form as the email: someone else's sign-up must not set it. */
  confirm: { passwordHash: string | null }
  reset: object
  'new-email': { email: string }
  /** Not an emailed link, but stored and redeemed like one. */
  passkey: { challenge: string }
}
export type LinkPurpose = keyof LinkPayloads
type LinkPayload<Purpose extends LinkPurpose> = LinkPayloads[Purpose] & { userId: string }

const LIFETIME_MINUTES: Record<LinkPurpose, number> = {
  confirm: 24 * 60,
  reset: 60,
  'new-email': 24 * 60,
  passkey: 5,
}

/** Returns the token for the email; only its hash is stored. */
export async function createLink<Purpose extends LinkPurpose>(
  db: Db,
  purpose: Purpose,
  payload: LinkPayload<Purpose>,
): Promise<string> {
  const token = newToken()
  await db.insert(authVerifications).values({
    id: `${payload.userId}:${randomUUID()}`,
    identifier: linkIdentifier(purpose, token),
    value: JSON.stringify(payload),
    expiresAt: sql`now() + ${LIFETIME_MINUTES[purpose]} * interval '1 minute'`,
  })
  return token
}

/** Deletes the link, so that only the first use succeeds. */
export async function redeemLink<Purpose extends LinkPurpose>(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<LinkPayload<Purpose>> {
  const [link] = await db.delete(authVerifications).where(validLinkCondition(purpose, token)).returning()
  if (!link) throw new Refusal('not_found', LINK_EXPIRED)
  return JSON.parse(link.value) as LinkPayload<Purpose>
}

export async function readLink<Purpose extends LinkPurpose>(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<LinkPayload<Purpose>> {
  const [link] = await db.select().from(authVerifications).where(validLinkCondition(purpose, token))
  if (!link) throw new Refusal('not_found', LINK_EXPIRED)
  return JSON.parse(link.value) as LinkPayload<Purpose>
}

export async function isLinkValid(db: Db, purpose: LinkPurpose, token: string): Promise<boolean> {
  const links = await db
    .select({ id: authVerifications.id })
    .from(authVerifications)
    .where(validLinkCondition(purpose, token))
  return links.length > 0
}

/** After a confirmation or a new password, links sent earlier must not work. */
export async function revokeLinks(db: Db, userId: string): Promise<void> {
  await db.delete(authVerifications).where(like(authVerifications.id, `${userId.replaceAll('_', '\\_')}:%`))
}

export async function deleteExpiredLinks(db: Db): Promise<void> {
  await db.delete(authVerifications).where(lt(authVerifications.expiresAt, sql`now()`))
}

export const LINK_EXPIRED = 'This link has expired or was already used. Please request a new one.'

function validLinkCondition(purpose: LinkPurpose, token: string) {
  return and(
    eq(authVerifications.identifier, linkIdentifier(purpose, token)),
    gt(authVerifications.expiresAt, sql`now()`),
  )
}

function linkIdentifier(purpose: LinkPurpose, token: string): string {
  return `${purpose}:${hashToken(token)}`
}
