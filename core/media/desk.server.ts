import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../errors.ts'
import type { Files } from './files.ts'

type Arriving = { body: AsyncIterable<Uint8Array>; most: number }

/** Lays what arrives on the desk, a piece at a time, for as long as it is read. */
export async function onDesk<Read>(
  { desk }: Files,
  { body, most }: Arriving,
  read: (file: string) => Promise<Read>,
): Promise<Read> {
  const file = path.join(desk, randomBytes(12).toString('hex'))
  try {
    await mkdir(desk, { recursive: true })
    await pipeline(body, noMoreThan(most), createWriteStream(file))
    return await read(file)
  } catch (error) {
    throw inWords(error)
  } finally {
    await rm(file, { force: true })
  }
}

/** A full disk is nobody's mistake, and can be mended. */
export function inWords(error: unknown): unknown {
  return isFull(error)
    ? new Refusal('unavailable', 'There is no room left for this file. Make some, and try again.')
    : error
}

function noMoreThan(most: number): Transform {
  let sum = 0
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      sum += chunk.byteLength
      if (sum <= most) done(null, chunk)
      else done(tooLarge(most))
    },
  })
}

export function tooLarge(most: number): Refusal {
  return new Refusal('too_large', `A file can have ${most / 1024 / 1024} MB at the most.`)
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
