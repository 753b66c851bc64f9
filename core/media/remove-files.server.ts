import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Files } from './files.ts'
import { emailPictureSize, PICTURE_FORMATS, PICTURE_WIDTHS, sizeFileName } from './picture.ts'

export async function removeFiles(
  files: Files,
  { paths, pictureId }: { paths: string[]; pictureId: string | null },
): Promise<void> {
  const sizes = pictureId
    ? [
        emailPictureSize(pictureId),
        ...PICTURE_WIDTHS.flatMap((width) =>
          PICTURE_FORMATS.map((format) => ({ id: pictureId, width, format })),
        ),
      ]
    : []
  const sizePaths = sizes.map((size) => `pictures/${sizeFileName(size)}`)
  for (const file of [...paths, ...sizePaths]) await files.remove(file)
}

const DAY = 24 * 3_600_000

/** Removes the temporary files of interrupted uploads. */
export async function deleteStaleTempFiles({ tempFolder }: Files): Promise<void> {
  const names = await readdir(tempFolder).catch(() => [])
  for (const name of names) {
    const file = path.join(tempFolder, name)
    const stats = await stat(file).catch(() => undefined)
    if (stats && stats.mtimeMs < Date.now() - DAY) await rm(file, { force: true })
  }
}
