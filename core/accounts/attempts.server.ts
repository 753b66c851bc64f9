import { createHash } from 'node:crypto'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { TooOften } from '../errors.ts'
import { attempts } from './accounts.table.ts'
import { networkOf } from './network.ts'

export type Limit = { most: number; minutes: number }

const MINUTE = 60_000

/** Takes one of the few tries there are, before it is known how it ends; on all nodes together, and one at a time. */
export async function takeTry(db: Db, about: string, { most, minutes }: Limit): Promise<number> {
  const key = createHash('sha256').update(about).digest('base64url')
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const lately = await tx
      .select({ at: attempts.at })
      .from(attempts)
      .where(sql`${attempts.key} = ${key} and ${attempts.at} > now() - ${minutes} * interval '1 minute'`)
      .orderBy(attempts.at)
    const oldest = lately[lately.length - most]
    if (oldest) {
      const seconds = (oldest.at.getTime() + minutes * MINUTE - Date.now()) / 1000
      throw new TooOften('Too many attempts. Please wait a little and try again.', seconds)
    }
    const [taken] = await tx.insert(attempts).values({ key }).returning({ id: attempts.id })
    if (!taken) throw new Error('The try was not written')
    return taken.id
  })
}

/** A try that went well was none. */
export async function giveBackTries(db: Db, ids: number[]): Promise<void> {
  if (ids.length) await db.delete(attempts).where(inArray(attempts.id, ids))
}

/** Limits on mere requests, by who asks; lifted for load tests. */
export async function limitRequests(ctx: Context, what: string, limit: Limit): Promise<void> {
  if (ctx.house.limits) await takeTry(ctx.db, `${what} from ${networkOf(ctx.visitor.address)}`, limit)
}

/** Whether this address may be written to once more; asked silently, as the answer must not differ. */
export async function mayWriteTo(ctx: Context, email: string): Promise<boolean> {
  if (!ctx.house.limits) return true
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
