import path from 'node:path'

const ROOT = process.cwd()
export const MIGRATIONS_DIR = path.join(ROOT, 'db/migrations')
export const SCHEMA_DIR = path.join(ROOT, 'db/schema')
export const BUNDLED_PICTURES_DIR = path.join(ROOT, 'media')
export const DEMO_BRAND_DIR = path.join(ROOT, 'demo/brand')
export const CLIENT_BUILD_DIR = path.join(ROOT, 'build/client')
export const HASHING_THREAD_FILE = path.join(ROOT, 'build/server/hashing-thread.js')
export const PAGE_STYLES_FILE = path.join(ROOT, 'build/server/page-styles.json')
export const WEB_PROCESS_FILE = path.join(ROOT, 'build/server/web.js')

export function filesDir(dataDir: string): string {
  return path.join(dataDir, 'files')
}
