import path from 'node:path'

/** Where things lie, from the folder that the store was started in. */
export const ROOT = process.cwd()
export const MIGRATIONS = path.join(ROOT, 'db/migrations')
export const HOUSE_PICTURES = path.join(ROOT, 'media')
export const CLIENT_BUILD = path.join(ROOT, 'build/client')
export const HASHING_THREAD = path.join(ROOT, 'build/server/hashing-thread.js')
export const WEB_PROCESS = path.join(ROOT, 'build/server/web.js')

export function filesFolder(dataDir: string): string {
  return path.join(dataDir, 'files')
}
