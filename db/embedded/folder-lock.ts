import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../startup-error.ts'

export type FolderLock = { lock: DatabaseSync; isReusable: boolean }

// Also keeps the handles from the garbage collector, which would close them and so free the folders.
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

/** The server died under a living app: no other process may come in, but this one may start again. */
export function makeLockReusable(folderLock: FolderLock): void {
  folderLock.isReusable = true
}

export function releaseFolderLock(folder: string, folderLock: FolderLock): void {
  if (heldLocks.get(folder) !== folderLock) return
  heldLocks.delete(folder)
  folderLock.lock.close()
}

// SQLite is here for its lock alone: the kernel frees it however the process ends, so there is no stale one
// to judge and no process number to be fooled by. Whoever opens and closes `lock` in this process frees it too.
function openLockDatabase(folder: string): DatabaseSync {
  accessSync(folder, constants.W_OK)
  const pidFile = join(folder, 'lock.pid')
  // Of two starts at one moment, the loser waits until the winner has written who it is.
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
