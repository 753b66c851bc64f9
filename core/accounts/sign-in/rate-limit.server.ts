import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { TooManyRequests } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { ipNetwork } from './ip-network.ts'

export type RateLimit = { max: number; minutes: number }

const TOO_MANY_ATTEMPTS = 'Too many attempts. Please wait a few minutes and try again.'

/** Counts across all nodes. */
export async function consumeAttempt(db: Db, subject: string, limit: RateLimit): Promise<number> {
  const attemptId = await tryAttempt(db, subject, limit, false)
  if (attemptId === undefined) throw new TooManyRequests(TOO_MANY_ATTEMPTS, limit.minutes * 60)
  return attemptId
}

const MAX_WAIT_MS = 15_000
const POLL_INTERVAL_MS = 100

/** Right guesses don't count. While pending guesses fill the limit, the next one waits for their results. */
export async function reserveGuess(db: Db, subject: string, limit: RateLimit): Promise<number> {
  const since = Date.now()
  while (Date.now() - since < MAX_WAIT_MS) {
    const attemptId = await tryAttempt(db, subject, limit, true)
    if (attemptId !== undefined) return attemptId
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  throw new TooManyRequests(TOO_MANY_ATTEMPTS, 30)
}

async function tryAttempt(
  db: Db,
  subject: string,
  { max, minutes }: RateLimit,
  isPending: boolean,
): Promise<number | undefined> {
  const key = subjectKey(subject)
  const [attempt] = await query(db, TakenAttempt)`
    select taken as id, free_at as "freeAt"
    from take_attempt(${key}, ${max}, ${minutes} * interval '1 minute', ${isPending})`
  if (attempt?.freeAt)
    throw new TooManyRequests(TOO_MANY_ATTEMPTS, (attempt.freeAt.getTime() - Date.now()) / 1000)
  return attempt?.id ?? undefined
}

const TakenAttempt = z.strictObject({ id: z.int().nullable(), freeAt: z.date().nullable() })

export async function releaseGuesses(db: Db, guesses: number[]): Promise<void> {
  await execute(db)`delete from attempts where id = any(${guesses})`
}

export async function recordWrongGuesses(db: Db, guesses: number[]): Promise<void> {
  await execute(db)`update attempts set pending = false where id = any(${guesses})`
}

export async function limitRequests(ctx: Context, action: string, limit: RateLimit): Promise<void> {
  if (ctx.settings.limits)
    await consumeAttempt(ctx.db, `${action} from ${ipNetwork(ctx.visitor.ipAddress)}`, limit)
}

/** Each purpose has its own budget, so that nobody can use up a stranger's password resets with other emails. */
export async function canEmail(
  ctx: Context,
  email: string,
  purpose: 'reset' | 'confirmation' | 'email-change' | 'newsletter',
): Promise<boolean> {
  const subject = `${purpose} emails to ${email}`
  return !ctx.settings.limits || isWithinLimit(ctx.db, subject, { max: 12, minutes: 60 })
}

/** Returns false instead of refusing, so that the response doesn't depend on the subject. */
export async function isWithinLimit(db: Db, subject: string, limit: RateLimit): Promise<boolean> {
  try {
    await consumeAttempt(db, subject, limit)
    return true
  } catch (error) {
    if (error instanceof TooManyRequests) return false
    throw error
  }
}

export async function forgetAttempts(db: Db, subject: string): Promise<void> {
  await execute(db)`delete from attempts where key = ${subjectKey(subject)}`
}

const subjectKey = (subject: string) => hash('sha256', subject, 'base64url')

export async function deleteOldAttempts(db: Db): Promise<void> {
  await execute(db)`delete from attempts where at < now() - interval '1 day'`
}
