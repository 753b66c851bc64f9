import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '../time-units.ts'
import type { Files } from './files.ts'
import { emailSizes, PICTURE_FORMATS, sizeFileName, widthsFor } from './picture.ts'

type Removal = {
  paths: string[]
  pictureId: string | null
  /** The width of the picture's master. Missing in jobs from before masters were served in their own width. */
  pictureWidth?: number | null
}

export async function removeFiles(files: Files, { paths, pictureId, pictureWidth }: Removal): Promise<void> {
  const sizes = pictureId
    ? [
        ...emailSizes(pictureId),
        ...widthsFor(pictureWidth ?? Number.POSITIVE_INFINITY, true).flatMap((width) =>
          PICTURE_FORMATS.map((format) => ({ id: pictureId, width, format })),
        ),
      ]
    : []
  const sizePaths = sizes.map((size) => `pictures/${sizeFileName(size)}`)
  for (const file of [...paths, ...sizePaths]) await files.remove(file)
}

/** Removes the temporary files of interrupted uploads. */
export async function deleteStaleTempFiles({ tempFolder }: Files): Promise<void> {
  // The folder of the previous release. To be removed one release later.
  const formerFolder = tempFolder.replace(/temporary$/, 'desk')
  for (const folder of new Set([tempFolder, formerFolder])) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names) {
      const file = path.join(folder, name)
      const stats = await stat(file).catch(() => undefined)
      if (stats && stats.mtimeMs < Date.now() - DAY_MS) await rm(file, { force: true })
    }
  }
}
