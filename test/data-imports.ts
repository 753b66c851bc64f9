import type { Context } from '#core/context.ts'
import type { DataImportKind, DataImportOptions } from '#core/data-imports/data-import.ts'
import { findDataImport, listDataImportRows } from '#core/data-imports/data-imports.server.ts'
import { runDataImportBatch, startDataImport } from '#core/data-imports/run-data-import.server.ts'
import { uploadDataImport } from '#core/data-imports/upload-data-import.server.ts'

/** Uploads a file. Returns the import with its first hundred rows. */
export async function checkDataFile(
  ctx: Context,
  kind: DataImportKind,
  file: string | Uint8Array,
  options: DataImportOptions = {},
) {
  async function* body() {
    yield Buffer.from(file)
  }
  const id = await uploadDataImport(ctx, kind, { name: 'file.csv', body: body(), options })
  return findWithRows(ctx, kind, id)
}

/** Runs a checked import to its end. */
export async function runDataImport(ctx: Context, { kind, id }: { kind: DataImportKind; id: string }) {
  await startDataImport(ctx, kind, id)
  while ((await findDataImport(ctx, kind, id)).state === 'running') await runDataImportBatch(ctx.db, id)
  return findWithRows(ctx, kind, id)
}

async function findWithRows(ctx: Context, kind: DataImportKind, id: string) {
  const dataImport = await findDataImport(ctx, kind, id)
  const { rows } = await listDataImportRows(ctx, dataImport, { limit: 100 })
  return { ...dataImport, lines: rows }
}
