import { chmodSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

// As root, PostgreSQL runs as another user, who must get to its own folder but may list no other.
const isRoot = process.getuid?.() === 0
const FOLDER_MODE = isRoot ? 0o711 : 0o700

/** Whatever this process creates is closed to other users of the machine. */
export function createPrivateFiles(): void {
  process.umask(0o777 - FOLDER_MODE)
}

/** Closes what an older version created, and leaves a folder alone that belongs to someone else. */
export function closeDataFolder(dataDir: string): void {
  const isFolder = statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()
  if (!isFolder || !closePath(dataDir, FOLDER_MODE)) return
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    // PostgreSQL's folder is 0700 already and may belong to its user.
    if (entry.isDirectory() && !entry.name.startsWith('postgres'))
      closePath(path.join(dataDir, entry.name), 0o700)
    if (entry.isFile()) closePath(path.join(dataDir, entry.name), 0o600)
  }
}

const STICKY = 0o1000

function closePath(name: string, mode: number): boolean {
  const { uid, mode: current } = statSync(name)
  // A folder that many users share, such as /tmp, is sticky.
  if (uid !== process.getuid?.() || current & STICKY) return false
  chmodSync(name, current & mode)
  return true
}
