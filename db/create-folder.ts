import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

const isFolder = (name: string) => statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Unlike `mkdir` with `recursive`, which never returns for a folder that can't exist, such as /proc/x. */
export function createFolder(folder: string): void {
  if (isFolder(folder)) return
  createFolder(path.dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error
  }
}
