import { createHash } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { inWords, tooLarge } from './desk.server.ts'
import { keepFromDesk } from './keep-upload.server.ts'
import { type Bucket, LARGEST_UPLOAD, type Upload } from './upload.ts'

/** How much of an upload in parts lies on this machine's desk: from there it goes on. */
export async function heldOf(ctx: Context, upload: string): Promise<number> {
  return (await stat(partOf(ctx, upload)).catch(() => undefined))?.size ?? 0
}

type Part = { offset: number; body: AsyncIterable<Uint8Array> }

/** Lays a piece where it belongs; what of it arrived before the connection broke stays. */
export async function layPart(ctx: Context, upload: string, { offset, body }: Part): Promise<number> {
  const file = partOf(ctx, upload)
  const held = await heldOf(ctx, upload)
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > held) throw elsewhere(held)
  try {
    await mkdir(ctx.files.desk, { recursive: true })
    await writeAt(file, { offset, body })
  } catch (error) {
    const said = inWords(error)
    if (said instanceof Refusal) await rm(file, { force: true })
    // Neither too much nor the disk: the connection broke, and what came of it is kept for the next try.
    else if (!(error instanceof Error && 'syscall' in error)) throw cutOff()
    throw said
  }
  return heldOf(ctx, upload)
}

/** Each chunk as it comes: a stream would give up what it had not written yet. */
async function writeAt(file: string, { offset, body }: Part): Promise<void> {
  await (await open(file, 'a')).close()
  const handle = await open(file, 'r+')
  try {
    let at = offset
    for await (const chunk of body) {
      if (at + chunk.byteLength > LARGEST_UPLOAD) throw tooLarge(LARGEST_UPLOAD)
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

type Whole = { bucket: Bucket; name: string; upload: string; bytes: number }

/** All of it lies here: kept as any other file, or refused and gone. */
export async function finishUpload(ctx: Context, { bucket, name, upload, bytes }: Whole): Promise<Upload> {
  const file = partOf(ctx, upload)
  const held = await heldOf(ctx, upload)
  if (!held || held !== bytes) throw elsewhere(held)
  try {
    return await keepFromDesk(ctx, { bucket, name, file })
  } catch (error) {
    throw inWords(error)
  } finally {
    await rm(file, { force: true })
  }
}

function cutOff(): Refusal {
  return new Refusal('invalid_input', 'This piece did not arrive whole. Go on from where it broke off.')
}

function elsewhere(held: number): Refusal {
  return new Refusal('conflict', 'This upload goes on elsewhere.', { offset: String(held) })
}

/** A name of its owner's choice becomes a file that nobody else can mean. */
function partOf(ctx: Context, upload: string): string {
  const { id } = requireRole(canAccessAdmin, ctx.actor)
  return path.join(ctx.files.desk, `${createHash('sha256').update(`${id} ${upload}`).digest('hex')}.part`)
}
