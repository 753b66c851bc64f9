import { createHash, type Hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type PictureSize, sizeFileName } from './picture.ts'

/** Changes with the encoder or its settings in `picture-tasks.ts`. */
const ENCODER = 'v1'

/** Making all sizes of the bundled pictures takes minutes, so the repository has them. `npm run pictures` makes new ones. */
export function preparedSizesFolder(bundledFolder: string): string {
  return path.join(bundledFolder, '.sizes', ENCODER)
}

/** By the master's content, so that a changed picture has none. */
export function preparedFileName(master: Uint8Array, size: Omit<PictureSize, 'id'>): string {
  return sizeFileName({ ...size, id: pictureId(createHash('sha256').update(master)) })
}

export function readPreparedSize(
  bundledFolder: string,
  master: Uint8Array,
  size: Omit<PictureSize, 'id'>,
): Promise<Uint8Array | undefined> {
  const file = path.join(preparedSizesFolder(bundledFolder), preparedFileName(master, size))
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

export function pictureId(content: Hash): string {
  return `pic_${BigInt(`0x${content.digest('hex')}`)
    .toString(32)
    .slice(0, 20)}`
}
