import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/** For a database, in memory where Linux offers enough: each test creates and drops a database of a thousand files. */
export function createDatabaseFolder(prefix: string): string {
  return mkdtempSync(path.join(hasEnoughMemory() ? MEMORY_FOLDER : tmpdir(), prefix))
}

function hasEnoughMemory(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize >= ENOUGH_BYTES
}
