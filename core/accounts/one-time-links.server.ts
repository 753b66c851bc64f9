import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, type Sql, sql } from '#db/sql.ts'
import { Refusal } from '../errors.ts'
import { DAY_MINUTES, HOUR_MINUTES } from '../time-units.ts'
import { hashToken, newToken } from './sessions/tokens.ts'

type LinkPayloads = {
  /** The password from the same sign-up form as the email: someone else's sign-up must not set it. */
  confirm: { passwordHash: string | null }
  reset: object
  'new-email': { email: string }
  google: { googleId: string }
  /** Not emailed links, but stored and redeemed like them. */
  passkey: { challenge: string }
  /** Links of the previous version, which may run beside this one, have no epoch. */
  'second-factor': { sessionEpoch?: number }
  export: object
}
export type LinkPurpose = keyof LinkPayloads
type LinkPayload<Purpose extends LinkPurpose> = LinkPayloads[Purpose] & { userId: string }

const LIFETIME_MINUTES: Record<LinkPurpose, number> = {
  confirm: DAY_MINUTES,
  reset: HOUR_MINUTES,
  'new-email': DAY_MINUTES,
  google: HOUR_MINUTES,
  passkey: 5,
  'second-factor': 10,
  export: 5,
}

/** Returns the token for the email; only its hash is stored. */
export async function createLink<Purpose extends LinkPurpose>(
  db: Db,
  purpose: Purpose,
  payload: LinkPayload<Purpose>,
): Promise<string> {
  const token = newToken()
  const id = `${payload.userId}:${randomUUID()}`
  await execute(db)`
    insert into auth_verifications (id, identifier, value, expires_at)
    values (${id}, ${linkIdentifier(purpose, token)}, ${JSON.stringify(payload)},
      now() + ${LIFETIME_MINUTES[purpose]} * interval '1 minute')`
  return token
}

/** Deletes the link, so that only the first use succeeds. */
export async function redeemLink<Purpose extends LinkPurpose>(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<LinkPayload<Purpose>> {
  const isRedeemable = isValidLink(purpose, token)
  return requireLink(
    await findPayload(db, sql`delete from auth_verifications where ${isRedeemable} returning value`),
  )
}

export async function readLink<Purpose extends LinkPurpose>(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<LinkPayload<Purpose>> {
  return requireLink(await findLink(db, purpose, token))
}

export function findLink<Purpose extends LinkPurpose>(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<LinkPayload<Purpose> | undefined> {
  return findPayload(db, sql`select value from auth_verifications where ${isValidLink(purpose, token)}`)
}

/** Concurrent uses wait until the transaction ends. If it redeems the link, they don't find it anymore. */
export function lockLink<Purpose extends LinkPurpose>(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<LinkPayload<Purpose> | undefined> {
  const isRedeemable = isValidLink(purpose, token)
  return findPayload(db, sql`select value from auth_verifications where ${isRedeemable} for update`)
}

export async function isLinkValid(db: Db, purpose: LinkPurpose, token: string): Promise<boolean> {
  return (await findLink(db, purpose, token)) !== undefined
}

async function findPayload<Payload>(db: Db, statement: Sql): Promise<Payload | undefined> {
  const [payload] = await queryColumn(db, z.string())`${statement}`
  return payload === undefined ? undefined : (JSON.parse(payload) as Payload)
}

function requireLink<Payload>(payload: Payload | undefined): Payload {
  if (!payload) throw new Refusal('not_found', LINK_EXPIRED)
  return payload
}

/** After a confirmation or a new password, links sent earlier must not work. */
export async function revokeLinks(db: Db, userId: string, purpose?: LinkPurpose): Promise<void> {
  const ofUser = `${userId.replaceAll('_', '\\_')}:%`
  const ofPurpose = purpose ? `${purpose}:%` : '%'
  await execute(db)`delete from auth_verifications where id like ${ofUser} and identifier like ${ofPurpose}`
}

export async function deleteExpiredLinks(db: Db): Promise<void> {
  await execute(db)`delete from auth_verifications where expires_at < now()`
}

export const LINK_EXPIRED = 'This link has expired or was already used. Please request a new one.'

function isValidLink(purpose: LinkPurpose, token: string): Sql {
  return sql`identifier = ${linkIdentifier(purpose, token)} and expires_at > now()`
}

function linkIdentifier(purpose: LinkPurpose, token: string): string {
  return `${purpose}:${hashToken(token)}`
}
