import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { withTempFile } from '#core/media/temp-files.server.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'
import { SECOND_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { attachPicture } from './attach-picture.server.ts'
import {
  claimPictures,
  failPictures,
  findNextClaim,
  INTERRUPTED,
  isInterruptedTooOften,
  type PictureClaim,
  postponePictures,
  returnPictures,
} from './claim-pictures.server.ts'
import { enqueuePictures } from './enqueue-pictures.server.ts'
import { type FetchOptions, fetchPicture } from './fetch-picture.server.ts'
import { findKnownPictures } from './known-pictures.server.ts'
import { pictureRules } from './picture-address.server.ts'
import { storePicture } from './store-picture.server.ts'

export type PictureContext = Pick<Context, 'db' | 'files' | 'log' | 'settings'> & {
  /** Aborted when the process stops. */
  stopping?: AbortSignal
  limits?: Pick<FetchOptions, 'timeout' | 'maxBytes' | 'lookup'>
}

const PARALLEL = 4
// After these, the job makes way for a new one, so that none runs for hours.
const RUN_MS = 20 * SECOND_MS

/** Fetches pictures that products of an import wait for, a few at a time. Each one is recorded, and so fetched once. */
export async function fetchImportPictures(ctx: PictureContext, importId: string): Promise<void> {
  const until = Date.now() + RUN_MS
  async function fetchNext(): Promise<void> {
    while (Date.now() < until && !ctx.stopping?.aborted) {
      const claim = await claimPictures(ctx.db, importId)
      if (!claim) return
      await importPicture(ctx, claim)
    }
  }
  const results = await Promise.allSettled(Array.from({ length: PARALLEL }, fetchNext))
  await enqueueNext(ctx.db, importId)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** After what another job holds, if that is all. */
async function enqueueNext(db: Db, importId: string): Promise<void> {
  const at = await findNextClaim(db, importId)
  if (at) await enqueuePictures(db, importId, at)
}

async function importPicture(ctx: PictureContext, claim: PictureClaim): Promise<void> {
  try {
    if (isInterruptedTooOften(claim)) return await failPictures(ctx.db, claim, INTERRUPTED)
    const known = (await findKnownPictures(ctx.db, [claim.source])).get(claim.source)
    if (known) await ctx.db.transaction((tx) => attachPicture(tx, claim, known))
    else await fetchAndStore(ctx, claim)
  } catch (error) {
    if (ctx.stopping?.aborted) return returnPictures(ctx.db, claim)
    if (error instanceof Refusal) return failPictures(ctx.db, claim, error.message)
    await postponePictures(ctx.db, claim)
    throw error
  }
}

async function fetchAndStore(ctx: PictureContext, claim: PictureClaim): Promise<void> {
  const { limits, stopping, settings, files } = ctx
  const body = await fetchPicture(claim.source, { rules: pictureRules(settings), stopping, ...limits })
  await withTempFile(files, { body, maxBytes: MAX_UPLOAD_BYTES }, (file) => storePicture(ctx, claim, file))
}
