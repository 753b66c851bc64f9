import { Refusal } from '#core/errors.ts'
import { SECOND_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
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
import { type ImportPicture, type PictureContext, withPictureSource } from './picture-source.server.ts'

const PARALLEL = 4
// After these, the job makes way for a new one, so that none runs for hours.
const RUN_MS = 20 * SECOND_MS

/** Imports pictures that products wait for, a few at a time. Each one is recorded, and so added once. */
export async function fetchImportPictures(ctx: PictureContext, importId: string): Promise<void> {
  const until = Date.now() + RUN_MS
  const results = await withPictureSource(ctx, importId, (importPicture) => {
    async function importNext(): Promise<void> {
      while (Date.now() < until && !ctx.stopping?.aborted) {
        const claim = await claimPictures(ctx.db, importId)
        if (!claim) return
        await importClaim(ctx, claim, importPicture)
      }
    }
    return Promise.allSettled(Array.from({ length: PARALLEL }, importNext))
  })
  await enqueueNext(ctx.db, importId)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** After what another job holds, if that is all. */
async function enqueueNext(db: Db, importId: string): Promise<void> {
  const at = await findNextClaim(db, importId)
  if (at) await enqueuePictures(db, importId, at)
}

async function importClaim(
  ctx: PictureContext,
  claim: PictureClaim,
  importPicture: ImportPicture,
): Promise<void> {
  try {
    if (isInterruptedTooOften(claim)) return await failPictures(ctx.db, claim, INTERRUPTED)
    await importPicture(claim)
  } catch (error) {
    if (ctx.stopping?.aborted) return returnPictures(ctx.db, claim)
    if (error instanceof Refusal) {
      const giveUp = error.code === 'unavailable' ? postponePictures : failPictures
      return giveUp(ctx.db, claim, error.message)
    }
    await postponePictures(ctx.db, claim)
    throw error
  }
}
