import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 bits of chance: too many to guess, so a fast hash keeps them. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What was never one of ours is not worth a look into the database. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** One token has one successor, however often and from however many tabs it is asked for: a lost answer is given again. */
export function nextToken(token: string, secret: string): string {
  return createHmac('sha256', secret).update(`successor of ${token}`).digest('base64url')
}

export type TokenState = {
  expiresAt: Date
  successor: string | null
  succeededAt: Date | null
  successorUsedAt: Date | null
}

const GRACE_MS = 60_000

/** A predecessor stays good until its successor was used once, or for a minute, whichever is later; then it is stolen. */
export function tokenStatus(token: TokenState, now: Date): 'good' | 'expired' | 'stolen' {
  if (token.expiresAt <= now) return 'expired'
  if (!token.successor || !token.succeededAt || !token.successorUsedAt) return 'good'
  return now.getTime() < token.succeededAt.getTime() + GRACE_MS ? 'good' : 'stolen'
}
