import { hash, randomBytes } from 'node:crypto'
import { sign } from '../signature.ts'

/** 256 random bits can't be guessed, so storing a fast hash is safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Avoids a query for text that can't be a token. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** Each token has one successor, so that several tabs, or a retry after a lost response, get the same one. */
export function nextToken(token: string, secret: string): string {
  return sign(`successor of ${token}`, secret)
}

export type TokenState = {
  expiresAt: Date
  successor: string | null
  succeededAt: Date | null
  successorUsedAt: Date | null
}

const GRACE_MS = 60_000

/** A token stays valid until its successor is used or for a minute, whichever is later. Later use means theft. */
export function tokenStatus(token: TokenState, now: Date): 'good' | 'expired' | 'stolen' {
  if (token.expiresAt <= now) return 'expired'
  if (!token.successor || !token.succeededAt || !token.successorUsedAt) return 'good'
  return now.getTime() < token.succeededAt.getTime() + GRACE_MS ? 'good' : 'stolen'
}
