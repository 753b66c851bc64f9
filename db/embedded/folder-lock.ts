import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../startup-error.ts'

export type FolderLock = { lock: DatabaseSync; isReusable: boolean }

// Garbage collection would close the handles and release the locks.
const heldLocks = new Map<string, FolderLock>()

export function acquireFolderLock(folder: string): FolderLock {
  const previous = heldLocks.get(folder)
  const folderLock = {
    lock: previous?.isReusable ? previous.lock : openLockDatabase(folder),
    isReusable: false,
  }
  heldLocks.set(folder, folderLock)
  return folderLock
}

/** After the server dies, this process may start it again, but others may not. */
export function makeLockReusable(folderLock: FolderLock): void {
  folderLock.isReusable = true
}

export function releaseFolderLock(folder: string, folderLock: FolderLock): void {
  if (heldLocks.get(folder) !== folderLock) return
  heldLocks.delete(folder)
  folderLock.lock.close()
}

// The kernel releases SQLite's lock with the process. Opening the file elsewhere in this process would release it too.
function openLockDatabase(folder: string): DatabaseSync {
  accessSync(folder, constants.W_OK)
  const pidFile = join(folder, 'lock.pid')
  // The timeout gives a concurrent start time to write its pid.
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 250 })
  try {
    lock.exec('BEGIN IMMEDIATE')
    writeFileSync(pidFile, `${process.pid}\n`)
    return lock
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    const pid = readFileSync(pidFile, 'utf8').trim()
    throw new StartupError(
      `The data folder ${folder} is in use by another Eternal Beauty (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
    )
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
