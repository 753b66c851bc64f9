import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { diskFiles } from '#server/disk-files.ts'
import { filesDir } from '#server/paths.ts'
import { signInVisitor } from './accounts.ts'
import { test as base } from './page-test.ts'
import { loadPages } from './pages.tsx'
import { plainBrowser } from './plain-browser.ts'
import { createTestStore } from './test-store.ts'

export { expect } from 'vitest'

/** `test` from page-test.ts, with files in a folder of their own, for uploads. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from its parameters
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-files-'))
    onCleanup(() => rmSync(folder, { recursive: true }))
    return folder
  })
  .extend('store', { scope: 'file' }, async ({ connection, folder }) =>
    createTestStore(connection, {
      pages: await loadPages(),
      env: { RATE_LIMITS: 'off', DATA_DIR: folder },
    }),
  )
  .extend('ctx', async ({ ctx, folder }) => ({ ...ctx, files: diskFiles(filesDir(folder)) }))
  .extend('admin', async ({ store, connection }) =>
    plainBrowser(await signInVisitor(store, connection.db, { role: 'admin' })),
  )
