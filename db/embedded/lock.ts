import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '../cannot-start.ts'

export type Hold = { lock: DatabaseSync; left: boolean }

// Also keeps the handles from the garbage collector, which would close them and so free the folders.
const held = new Map<string, Hold>()

export function takeFolder(folder: string): Hold {
  const before = held.get(folder)
  const hold = { lock: before?.left ? before.lock : lockFolder(folder), left: false }
  held.set(folder, hold)
  return hold
}

/** The server died under a living app: no other process may come in, but this one may start again. */
export function leaveFolder(hold: Hold): void {
  hold.left = true
}

export function freeFolder(folder: string, hold: Hold): void {
  if (held.get(folder) !== hold) return
  held.delete(folder)
  hold.lock.close()
}

// SQLite is here for its lock alone: the kernel frees it however the process ends, so there is no stale one
// to judge and no process number to be fooled by. Whoever opens and closes `lock` in this process frees it too.
function lockFolder(folder: string): DatabaseSync {
  accessSync(folder, constants.W_OK)
  const owner = join(folder, 'lock.pid')
  // Of two starts at one moment, the loser waits until the winner has written who it is.
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 250 })
  try {
    lock.exec('BEGIN IMMEDIATE')
    writeFileSync(owner, `${process.pid}\n`)
    return lock
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    const pid = readFileSync(owner, 'utf8').trim()
    throw new CannotStart(
      `The data folder ${folder} is in use by another Eternal Beauty (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
    )
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
