import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { TaskFailed } from '#core/child-process/child-process.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { withTempFile } from '#core/media/temp-files.server.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'
import { queryColumn } from '#db/sql.ts'
import { IMPORT_FORMATS, importPath } from '../product-import.ts'
import { runImportTask } from '../reading/run-import-task.server.ts'
import { attachPicture } from './attach-picture.server.ts'
import type { PictureClaim } from './claim-pictures.server.ts'
import { type FetchOptions, fetchPicture } from './fetch-picture.server.ts'
import { findKnownPictures } from './known-pictures.server.ts'
import { pictureRules } from './picture-address.server.ts'
import { storePicture } from './store-picture.server.ts'

export type PictureContext = Pick<Context, 'db' | 'files' | 'log' | 'settings'> & {
  /** Aborted when the process stops. */
  stopping?: AbortSignal
  limits?: Pick<FetchOptions, 'timeout' | 'maxBytes' | 'lookup'>
}
export type ImportPicture = (claim: PictureClaim) => Promise<void>

/** Where an import's pictures are: at their addresses, or in the ZIP that was uploaded. */
export async function withPictureSource<Result>(
  ctx: PictureContext,
  importId: string,
  read: (importPicture: ImportPicture) => Promise<Result>,
): Promise<Result> {
  const [format] = await queryColumn(ctx.db, z.enum(IMPORT_FORMATS))`
    select format from product_imports where id = ${importId}`
  if (format !== 'pictures') return read((claim) => importFromAddress(ctx, claim))
  const zip = await ctx.files.open(importPath(importId))
  if (!zip)
    return read(() => Promise.reject(invalidInput('file', 'The ZIP is no longer stored. Upload it again.')))
  return withTempFile(ctx.files, { body: zip.body, maxBytes: MAX_UPLOAD_BYTES }, (file) =>
    read((claim) => importFromZip(ctx, claim, file)),
  )
}

async function importFromAddress(ctx: PictureContext, claim: PictureClaim): Promise<void> {
  const { limits, stopping, settings, files } = ctx
  const { source: address } = claim
  const known = (await findKnownPictures(ctx.db, [address])).get(address)
  if (known) return ctx.db.transaction((tx) => attachPicture(tx, claim, known))
  const body = await fetchPicture(address, { rules: pictureRules(settings), stopping, ...limits })
  await withTempFile(files, { body, maxBytes: MAX_UPLOAD_BYTES }, (file) =>
    storePicture(ctx, claim, { file, address }),
  )
}

async function importFromZip(ctx: PictureContext, claim: PictureClaim, zip: string): Promise<void> {
  const file = `${zip}.${randomUUID()}`
  try {
    await runImportTask('extractZipEntry', zip, { name: claim.source, to: file }).catch(explainDamaged)
    await storePicture(ctx, claim, { file })
  } finally {
    await rm(file, { force: true })
  }
}

function explainDamaged(error: unknown): never {
  if (error instanceof TaskFailed)
    throw invalidInput('file', 'This file of the ZIP is damaged. Create it again.')
  throw error
}
