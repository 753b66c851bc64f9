import { createHash } from 'node:crypto'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { TooOften } from '../errors.ts'
import { attempts } from './accounts.table.ts'
import { networkOf } from './network.ts'

export type Limit = { most: number; minutes: number }

const TOO_MANY = 'Too many attempts. Please wait a little and try again.'

/** Takes one of the few tries there are; on all nodes together, and one at a time. */
export async function takeTry(db: Db, about: string, limit: Limit): Promise<number> {
  const taken = await tryToTake(db, about, limit, false)
  if (taken === undefined) throw new TooOften(TOO_MANY, limit.minutes * 60)
  return taken
}

const PATIENCE = 15_000
const PAUSE = 100

/** One that may turn out well: while as many are being checked as could still fail, the next waits for how they end. */
export async function takeGuess(db: Db, about: string, limit: Limit): Promise<number> {
  const since = Date.now()
  while (Date.now() - since < PATIENCE) {
    const taken = await tryToTake(db, about, limit, true)
    if (taken !== undefined) return taken
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  throw new TooOften(TOO_MANY, 30)
}

async function tryToTake(
  db: Db,
  about: string,
  { most, minutes }: Limit,
  mayTurnOutWell: boolean,
): Promise<number | undefined> {
  const key = createHash('sha256').update(about).digest('base64url')
  const { rows } = await db.execute<{ taken: number | null; free_at: Date | null }>(
    sql`select * from take_attempt(${key}, ${most}, ${minutes} * interval '1 minute', ${mayTurnOutWell})`,
  )
  const { taken, free_at } = rows[0] ?? {}
  if (free_at) throw new TooOften(TOO_MANY, (new Date(free_at).getTime() - Date.now()) / 1000)
  return taken ?? undefined
}

/** A guess that went well was none. */
export async function giveBack(db: Db, guesses: number[]): Promise<void> {
  if (guesses.length) await db.delete(attempts).where(inArray(attempts.id, guesses))
}

export async function settleWrong(db: Db, guesses: number[]): Promise<void> {
  if (guesses.length) await db.update(attempts).set({ pending: false }).where(inArray(attempts.id, guesses))
}

/** Limits on mere requests, by who asks; lifted for load tests. */
export async function limitRequests(ctx: Context, what: string, limit: Limit): Promise<void> {
  if (ctx.settings.limits) await takeTry(ctx.db, `${what} from ${networkOf(ctx.visitor.address)}`, limit)
}

/** Whether this address may be written to once more; asked silently, as the answer must not differ. */
export async function mayWriteTo(ctx: Context, email: string): Promise<boolean> {
  if (!ctx.settings.limits) return true
  try {
    await takeTry(ctx.db, `letters to ${email}`, { most: 12, minutes: 60 })
    return true
  } catch (error) {
    if (error instanceof TooOften) return false
    throw error
  }
}

export async function forgetOldAttempts(db: Db): Promise<void> {
  await db.delete(attempts).where(lt(attempts.at, sql`now() - interval '1 day'`))
}
