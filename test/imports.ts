import { applyImportBatch } from '#core/catalog/import/apply-import.server.ts'
import { checkImport } from '#core/catalog/import/check-import.server.ts'
import { findImport, type ImportRow, listImportRows } from '#core/catalog/import/imports.server.ts'
import { startImport } from '#core/catalog/import/start-import.server.ts'
import { uploadImport } from '#core/catalog/import/upload-import.server.ts'
import type { Context } from '#core/context.ts'
import { buildActor } from './accounts.ts'

export async function asAdmin(ctx: Context): Promise<Context> {
  return { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
}

const DEFAULT_OPTIONS = { takeStock: false, category: 'Skincare' as const }

/** Uploads and checks a file. Returns the import's status with its first hundred rows. */
export async function checkImportFile(ctx: Context, file: string | Uint8Array, options = {}) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : Buffer.from(file)
  async function* body() {
    for (let offset = 0; offset < bytes.length; offset += 65_536)
      yield bytes.subarray(offset, offset + 65_536)
  }
  const upload = { name: 'p.csv', body: body(), options: { ...DEFAULT_OPTIONS, ...options } }
  const id = await uploadImport(ctx, upload)
  await checkImport(ctx, id)
  const importStatus = await findImport(ctx, id)
  const { rows } = await listImportRows(ctx, id, { limit: 100 })
  return { ...importStatus, lines: rows }
}

export async function runImport(ctx: Context, id: string) {
  await startImport(ctx, id)
  return finishImport(ctx, id)
}

export async function finishImport(ctx: Context, id: string) {
  for (;;) {
    const importStatus = await findImport(ctx, id)
    if (importStatus.state === 'done') return importStatus
    await applyImportBatch(ctx.db, id)
  }
}

/** The line, column, and first problem of each invalid row. */
export const rowProblems = ({ lines }: { lines: ImportRow[] }) =>
  lines
    .filter(({ kind }) => kind === 'invalid')
    .map(({ line, problems }) => [line, problems[0]?.column, problems[0]?.problem])
