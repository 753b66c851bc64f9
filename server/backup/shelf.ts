import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { CannotStart } from '#db/cannot-start.ts'

/** Begins the name of what is not a backup yet. */
export const DRAFT = '.unfinished-'

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/
const DAY = 24 * 3_600_000

/** By its moment, so that names sort as backups were made. */
export function backupName(now: Date): string {
  return now.toISOString().replace(/[:.]/g, '-')
}

/** Folders of the backups there are, the newest first. */
export async function backupsOn(shelf: string): Promise<string[]> {
  const names = await readdir(shelf).catch(() => [])
  const found = names.filter((name) => NAME.test(name)).sort()
  return found.reverse().map((name) => path.join(shelf, name))
}

export async function newestOn(shelf: string): Promise<string> {
  const [newest] = await backupsOn(shelf)
  if (!newest)
    throw new CannotStart(`There is no backup in ${shelf}. Say which one: npm run restore -- <folder>`)
  return newest
}

/** Takes away all but the newest, and what a backup that was killed has left. */
export async function prune(shelf: string, keep: number): Promise<string[]> {
  const old = (await backupsOn(shelf)).slice(keep)
  for (const name of await readdir(shelf)) {
    if (!name.startsWith(DRAFT)) continue
    const left = path.join(shelf, name)
    if ((await stat(left)).mtimeMs < Date.now() - DAY) old.push(left)
  }
  for (const folder of old) await rm(folder, { recursive: true, force: true })
  return old
}
