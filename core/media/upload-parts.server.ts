import { hash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { saveTempFile } from './save-upload.server.ts'
import { tooLarge, translateDiskError } from './temp-files.server.ts'
import { type Bucket, MAX_UPLOAD_BYTES, type Upload } from './upload.ts'

/** The offset at which an upload in parts continues. Parts are stored on this machine. */
export async function uploadedBytes(ctx: Context, upload: string): Promise<number> {
  return (await stat(partPath(ctx, upload)).catch(() => undefined))?.size ?? 0
}

type UploadPart = { offset: number; body: AsyncIterable<Uint8Array> }

/** If the connection breaks, the bytes received so far are kept for the next attempt. */
export async function writePart(ctx: Context, upload: string, { offset, body }: UploadPart): Promise<number> {
  const file = partPath(ctx, upload)
  const receivedBytes = await uploadedBytes(ctx, upload)
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > receivedBytes)
    throw offsetConflict(receivedBytes)
  try {
    await mkdir(ctx.files.tempFolder, { recursive: true })
    await writeAtOffset(file, { offset, body })
  } catch (error) {
    const translated = translateDiskError(error)
    if (translated instanceof Refusal) await rm(file, { force: true })
    // Neither a size limit nor a disk error, so the connection broke.
    else if (!(error instanceof Error && 'syscall' in error)) throw incompletePart()
    throw translated
  }
  return uploadedBytes(ctx, upload)
}

/** Writes each chunk directly: a stream would drop its buffer when the connection breaks. */
async function writeAtOffset(file: string, { offset, body }: UploadPart): Promise<void> {
  await (await open(file, 'a')).close()
  const handle = await open(file, 'r+')
  try {
    let at = offset
    for await (const chunk of body) {
      if (at + chunk.byteLength > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES)
      for (let done = 0; done < chunk.byteLength; ) {
        const { bytesWritten } = await handle.write(chunk, done, chunk.byteLength - done, at)
        done += bytesWritten
        at += bytesWritten
      }
    }
  } finally {
    await handle.close()
  }
}

type CompletedUpload = { bucket: Bucket; name: string; upload: string; bytes: number }

export async function finishUpload(
  ctx: Context,
  { bucket, name, upload, bytes }: CompletedUpload,
): Promise<Upload> {
  const receivedBytes = await uploadedBytes(ctx, upload)
  if (!receivedBytes || receivedBytes !== bytes) throw offsetConflict(receivedBytes)
  const file = await claimFile(partPath(ctx, upload))
  try {
    return await saveTempFile(ctx, { bucket, name, file })
  } catch (error) {
    throw translateDiskError(error)
  } finally {
    await rm(file, { force: true })
  }
}

/** Renames the file, so that of two requests that finish an upload at once, one stores it. */
async function claimFile(file: string): Promise<string> {
  const claimed = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await rename(file, claimed)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Refusal('conflict', 'This upload has already been finished.')
    throw translateDiskError(error)
  }
  return claimed
}

function incompletePart(): Refusal {
  return new Refusal('invalid_input', 'This part is incomplete. Resume the upload from where it stopped.')
}

function offsetConflict(receivedBytes: number): Refusal {
  return new Refusal(
    'conflict',
    'The offset doesn’t match this upload. Resume at the offset in this error.',
    { offset: String(receivedBytes) },
  )
}

/** The client chooses the upload's name, so it is hashed with the user's ID to keep users apart. */
function partPath(ctx: Context, upload: string): string {
  const { id } = requirePermission(ctx.actor, 'media.edit')
  return path.join(ctx.files.tempFolder, `${hash('sha256', `${id} ${upload}`)}.part`)
}
