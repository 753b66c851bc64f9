import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../errors.ts'
import type { Files } from './files.ts'

type IncomingFile = { body: AsyncIterable<Uint8Array>; maxBytes: number }

export async function withTempFile<Read>(
  { tempFolder }: Files,
  { body, maxBytes }: IncomingFile,
  read: (file: string) => Promise<Read>,
): Promise<Read> {
  const file = path.join(tempFolder, randomBytes(12).toString('hex'))
  try {
    await mkdir(tempFolder, { recursive: true })
    await pipeline(body, limitBytes(maxBytes), createWriteStream(file))
    return await read(file)
  } catch (error) {
    throw translateDiskError(error)
  } finally {
    await rm(file, { force: true })
  }
}

export function translateDiskError(error: unknown): unknown {
  return isDiskFull(error)
    ? new Refusal(
        'unavailable',
        'There isn’t enough storage space for this file. Free up some space and try again.',
      )
    : error
}

function limitBytes(maxBytes: number): Transform {
  let total = 0
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      total += chunk.byteLength
      if (total <= maxBytes) done(null, chunk)
      else done(tooLarge(maxBytes))
    },
  })
}

export function tooLarge(maxBytes: number): Refusal {
  return new Refusal(
    'too_large',
    `The file is too large. Upload one of at most ${maxBytes / 1024 / 1024} MB.`,
  )
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
