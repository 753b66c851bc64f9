import { z } from 'zod'
import { MINUTE_MS, SECOND_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'

/** Longer than fetching and reading a picture takes. */
const LEASE_MS = 2 * MINUTE_MS
const RETRY_AFTER_MS = 30 * SECOND_MS
const MAX_ATTEMPTS = 3

/** The pending pictures of one source. */
export type PictureClaim = { importId: string; source: string; alt: string; attempts: number }

/** Takes the next source, so that no other job fetches it at the same time. */
export async function claimPictures(db: Db, importId: string): Promise<PictureClaim | undefined> {
  return db.transaction(async (tx) => {
    await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`import-pictures:${importId}`}, 0))`
    const [claim] = await query(tx, ClaimedSource)`
      with next as (
        select source from product_import_pictures
        where import_id = ${importId} and state = 'pending' and (claimed_until is null or claimed_until < clock_timestamp())
        order by line, number limit 1
      ), claimed as (
        update product_import_pictures p
        set attempts = attempts + 1, claimed_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
        from next where p.import_id = ${importId} and p.source = next.source and p.state = 'pending'
        returning p.source, p.alt, p.attempts, p.line, p.number)
      select source, max(attempts) as attempts,
        coalesce((array_agg(alt order by line, number) filter (where alt <> ''))[1], '') as alt
      from claimed group by source`
    return claim && { importId, ...claim }
  })
}

const ClaimedSource = z.strictObject({ source: z.string(), alt: z.string(), attempts: z.int() })

export async function failPictures(db: Db, { importId, source }: PictureClaim, problem: string) {
  await execute(db)`
    update product_import_pictures set state = 'failed', problem = ${problem}, claimed_until = null
    where import_id = ${importId} and source = ${source} and state = 'pending'`
}

/** The process stops, so the attempt doesn't count. */
export async function returnPictures(db: Db, { importId, source }: PictureClaim): Promise<void> {
  await execute(db)`
    update product_import_pictures set attempts = attempts - 1, claimed_until = null
    where import_id = ${importId} and source = ${source} and state = 'pending'`
}

/** For a reason that may pass, such as a database outage or a busy server. The last attempt fails. */
export async function postponePictures(db: Db, claim: PictureClaim, problem = INTERRUPTED): Promise<void> {
  if (claim.attempts >= MAX_ATTEMPTS) return failPictures(db, claim, problem)
  await execute(db)`
    update product_import_pictures
    set claimed_until = clock_timestamp() + ${RETRY_AFTER_MS} * interval '1 millisecond'
    where import_id = ${claim.importId} and source = ${claim.source} and state = 'pending'`
}

export const isInterruptedTooOften = ({ attempts }: PictureClaim) => attempts > MAX_ATTEMPTS

export const INTERRUPTED = 'An unexpected error interrupted this picture three times. Try it again later.'

/** When the next pending picture can be fetched. Undefined if none is left. */
export async function findNextClaim(db: Db, importId: string): Promise<Date | undefined> {
  const [at] = await queryColumn(db, z.date().nullable())`
    select min(coalesce(claimed_until, clock_timestamp())) from product_import_pictures
    where import_id = ${importId} and state = 'pending'`
  return at ?? undefined
}
