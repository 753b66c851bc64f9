import { createHash, type Hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type PictureSize, sizeFileName } from './picture.ts'

/** Changes with the encoder or its settings in `picture-tasks.ts`. */
const ENCODER = 'v1'

/** Making all sizes of the bundled pictures takes minutes, so the repository has them. `npm run pictures` makes new ones. */
export function preparedSizesFolder(bundledFolder: string): string {
  return path.join(bundledFolder, '.sizes', ENCODER)
}

/** By the master's content, so that a changed picture has none. */
export function preparedFileName(master: Uint8Array, size: Omit<PictureSize, 'id'>): string {
  return sizeFileName({ ...size, id: contentId(master) })
}

/** Finds a size by its picture's ID, the hash of its content. The second of two equal pictures has another ID. */
export async function readPreparedSize(
  bundledFolder: string,
  size: PictureSize,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = path.join(preparedSizesFolder(bundledFolder), sizeFileName(size))
  try {
    return new Uint8Array(await readFile(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** What the import records about a picture. Reading it from the master would take a second for all of them. */
export type MasterDetails = z.infer<typeof MasterDetails>
const MasterDetails = z.strictObject({
  width: z.int(),
  height: z.int(),
  type: z.string(),
  preview: z.string(),
})
export const MASTERS_FILE = 'masters.json'

/** By ID. A picture that is listed has all its sizes. */
export function readPreparedMasters(bundledFolder: string): Map<string, MasterDetails> {
  const file = path.join(preparedSizesFolder(bundledFolder), MASTERS_FILE)
  const masters = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return new Map(Object.entries(z.record(z.string(), MasterDetails).parse(masters)))
}

export function contentId(master: Uint8Array): string {
  return pictureId(createHash('sha256').update(master))
}

export function pictureId(content: Hash): string {
  return `pic_${BigInt(`0x${content.digest('hex')}`)
    .toString(32)
    .slice(0, 20)}`
}
