import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** Unlike `mkdir` with `recursive`, which never returns for a folder that can't exist, such as /proc/x. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(path.dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(folder)) throw error
  }
}
