import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Files } from './files.ts'
import { FORMATS, sizeName, WIDTHS } from './picture.ts'

/** The bytes of what has no row any more: the file itself, and the sizes that were made of it. */
export async function removeFiles(
  files: Files,
  { paths, pictureId }: { paths: string[]; pictureId: string | null },
): Promise<void> {
  const sizes = pictureId
    ? WIDTHS.flatMap((width) =>
        FORMATS.map((format) => `pictures/${sizeName({ id: pictureId, width, format })}`),
      )
    : []
  for (const one of [...paths, ...sizes]) await files.remove(one)
}

const DAY = 24 * 3_600_000

/** What was left on the desk by a process that was killed while a file arrived. */
export async function sweepDesk({ desk }: Files): Promise<void> {
  const left = await readdir(desk).catch(() => [])
  for (const name of left) {
    const file = path.join(desk, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - DAY) await rm(file, { force: true })
  }
}
