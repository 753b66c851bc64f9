import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { cleanSvg, type FileInspection, inspectFile, stripMetadata } from './inspect-file.server.ts'
import { withTempFile } from './temp-files.server.ts'
import { type Bucket, MAX_UPLOAD_BYTES, PICTURES_FOLDER, sanitizeFileName, type Upload } from './upload.ts'

type IncomingUpload = { bucket: Bucket; name: string; body: AsyncIterable<Uint8Array> }

/** Streams the file to a temporary file, so that it is inspected before it is stored. */
export async function saveUpload(ctx: Context, { bucket, name, body }: IncomingUpload): Promise<Upload> {
  requirePermission(ctx.actor, 'media.edit')
  return withTempFile(ctx.files, { body, maxBytes: MAX_UPLOAD_BYTES }, (file) =>
    saveTempFile(ctx, { bucket, name, file }),
  )
}

type TempUpload = { bucket: Bucket; name: string; file: string }

export async function saveTempFile(ctx: Context, upload: TempUpload): Promise<Upload> {
  const { id: createdBy } = requirePermission(ctx.actor, 'media.edit')
  return storeTempFile(ctx, upload, (stored) =>
    staffTransaction(ctx, 'media.edit', async (tx) => {
      const saved = await insertUpload(tx, { ...stored, createdBy, createdAt: ctx.now })
      const { id, bucket, path, name, bytes } = saved
      await writeAudit(
        ctx,
        { action: 'file-uploaded', subject: id, after: { bucket, path, name, bytes } },
        tx,
      )
      return saved
    }),
  )
}

export type StoredFile = Pick<Upload, 'bucket' | 'path' | 'name' | 'type' | 'bytes'> &
  Pick<FileInspection, 'picture'>

/** Inspects, cleans, and stores a file. Removes it if its rows can't be written. */
export async function storeTempFile<Result>(
  ctx: Pick<Context, 'files' | 'log' | 'now'>,
  { bucket, name: originalName, file }: TempUpload,
  writeRows: (stored: StoredFile) => Promise<Result>,
): Promise<Result> {
  const { files } = ctx
  const name = sanitizeFileName(originalName)
  const cleanedFile = `${file}.clean`
  try {
    await refuseMalware(ctx, file)
    const { extension, type, picture } = await inspectFile(
      file,
      name,
      bucket === 'admin_uploads' ? 'images' : 'all',
    )
    const isSvg = extension === 'svg'
    const hasMetadata = picture?.hasMetadata ?? false
    if (isSvg) await cleanSvg(file, cleanedFile)
    if (hasMetadata) await stripMetadata(file, cleanedFile, extension)
    const source = isSvg || hasMetadata ? cleanedFile : file
    const { size: bytes } = await stat(source)
    const path = newPath(ctx, bucket, extension)
    const stored = { bucket, path, name, type, bytes, picture }
    await files.moveIn(storagePath(stored), source)
    return await writeRows(stored).catch(async (error) => {
      await files.remove(storagePath(stored))
      throw error
    })
  } finally {
    await rm(cleanedFile, { force: true })
  }
}

/** If the scanner doesn't respond, nothing is stored. */
async function refuseMalware({ files, log }: Pick<Context, 'files' | 'log'>, file: string): Promise<void> {
  const malware = await files.findMalware?.(createReadStream(file)).catch((error) => {
    log.error('malware scan failed', { error })
    throw new Refusal('unavailable', 'This file can’t be checked for malware right now. Try again later.')
  })
  if (!malware) return
  log.warn('malware refused', { malware })
  throw invalidInput('file', `This file contains malware (${malware}) and was not stored.`)
}

export function storagePath({ bucket, path }: Pick<Upload, 'bucket' | 'path'>): string {
  return `storage/${bucket}/${path}`
}

/** 128 random bits, because anyone with a public file URL can open the file. */
function newPath(ctx: Pick<Context, 'now'>, bucket: Bucket, extension: string): string {
  const random = randomBytes(16).toString('hex')
  return bucket === 'admin_uploads'
    ? `${PICTURES_FOLDER}${random}.${extension}`
    : `${ctx.now.getTime()}-${random}.${extension}`
}

type NewUpload = StoredFile & { createdBy: string | null; createdAt: Date; alt?: string }

/** Pictures get their sizes from a job. */
export async function insertUpload(
  tx: Db,
  { createdBy, picture, alt = '', createdAt: now, ...upload }: NewUpload,
): Promise<Upload> {
  const id = newId('upload')
  const pictureId =
    picture && upload.bucket === 'admin_uploads' && upload.type !== 'image/gif' ? newId('picture') : null
  const { bucket, path, name, type, bytes } = upload
  if (picture && pictureId) {
    await execute(tx)`
      insert into pictures (id, origin, width, height, type, bytes, alt)
      values (${pictureId}, ${storagePath(upload)}, ${picture.width}, ${picture.height}, ${type}, ${bytes}, ${alt})`
    await enqueueJob(tx, 'size-picture', { id: pictureId }, { key: `size-picture:${pictureId}` })
  }
  const [createdAt = now] = await queryColumn(tx, z.date())`
    insert into uploads (id, bucket, path, name, type, bytes, picture_id, created_by)
    values (${id}, ${bucket}, ${path}, ${name}, ${type}, ${bytes}, ${pictureId}, ${createdBy})
    returning created_at as "createdAt"`
  return { ...upload, id, pictureId, alt: pictureId && alt, createdAt }
}
