import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Context } from '#core/context.ts'
import { saveUpload } from '#core/media/save-upload.server.ts'
import { buildActor } from '#test/accounts.ts'
import { createTestDatabase } from '#test/test-database.ts'
import { diskFiles } from '../disk-files.ts'

export function createTempFolder(): string {
  const backupFolder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-backup-'))
  onTestFinished(() => rmSync(backupFolder, { recursive: true, force: true }))
  return backupFolder
}

export async function createEmptyTarget() {
  const { url, client, drop } = await createTestDatabase({ template: 'template0' })
  await client.end()
  onTestFinished(() => drop().catch(() => {}))
  const dataDir = createTempFolder()
  const files = diskFiles(path.join(dataDir, 'files'))
  return {
    url,
    files,
    dataDir,
    restoreSecret: true,
    replace: false,
    signers: undefined,
    onProgress: () => {},
  }
}

export async function uploadText(ctx: Context, content: string) {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const body = (async function* () {
    yield Buffer.from(content)
  })()
  return saveUpload(admin, { bucket: 'admin-uploads', name: 'notes.txt', body })
}
