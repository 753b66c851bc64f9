import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { TooManyRequests } from '#core/errors.ts'
import { RETENTION } from '#core/retention.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { requestSource, requestSources } from './known-browser.server.ts'
import {
  BLOCK_FACTOR,
  EMAIL_LIMITS,
  type EmailPurpose,
  type LimitedRequest,
  type RateLimit,
  REQUEST_LIMITS,
} from './limits.ts'

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

export async function limitRequests(ctx: Context, action: LimitedRequest): Promise<void> {
  if (!ctx.settings.limits) return
  const { source, block } = await requestSources(ctx)
  const limit = REQUEST_LIMITS[action]
  await consumeAttempt(ctx.db, `${action} from ${source}`, limit)
  if (block)
    await consumeAttempt(ctx.db, `${action} from ${block}`, { ...limit, max: limit.max * BLOCK_FACTOR })
}

/**
 * Each purpose has its own budget, so that nobody can use up a stranger's password resets with other emails. While the
 * budget for resets is used up, the link in the newest email still works: it lasts as long as the budget counts it.
 */
export async function canEmail(ctx: Context, email: string, purpose: EmailPurpose): Promise<boolean> {
  if (!ctx.settings.limits) return true
  const subject = emailSubject(email, purpose)
  const source = await requestSource(ctx)
  return (
    (await isWithinLimit(ctx.db, `${subject} from ${source}`, EMAIL_LIMITS.source)) &&
    isWithinLimit(ctx.db, subject, EMAIL_LIMITS[purpose])
  )
}

export function forgetEmails(db: Db, email: string, purpose: EmailPurpose): Promise<void> {
  return forgetAttempts(db, emailSubject(email, purpose))
}

const emailSubject = (email: string, purpose: EmailPurpose) => `${purpose} emails to ${email}`

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

/** Refuses without counting. */
export async function assertBelowLimit(db: Db, subject: string, { max, minutes }: RateLimit): Promise<void> {
  const [freeAt] = await queryColumn(db, z.date())`
    select at + ${minutes} * interval '1 minute' from attempts
    where key = ${subjectKey(subject)} and at > now() - ${minutes} * interval '1 minute'
    order by at desc offset ${max - 1} limit 1`
  if (freeAt) throw new TooManyRequests(TOO_MANY_ATTEMPTS, (freeAt.getTime() - Date.now()) / 1000)
}

export async function forgetAttempts(db: Db, subject: string): Promise<void> {
  await execute(db)`delete from attempts where key = ${subjectKey(subject)}`
}

const subjectKey = (subject: string) => hash('sha256', subject, 'base64url')

export async function deleteOldAttempts(db: Db): Promise<void> {
  await execute(db)`delete from attempts where at < now() - ${RETENTION.attemptHours} * interval '1 hour'`
}
