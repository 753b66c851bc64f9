import { stat } from 'node:fs/promises'
import { categoryNames } from '#core/catalog/categories/categories.server.ts'
import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { tooLarge, withTempFile } from '#core/media/temp-files.server.ts'
import { MAX_UPLOAD_BYTES, sanitizeFileName } from '#core/media/upload.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, sql } from '#db/sql.ts'
import { type ImportOptions, importPath, MAX_IMPORT_BYTES } from './product-import.ts'
import { isZip } from './reading/read-csv.server.ts'
import { explainUnreadable, runImportTask } from './reading/run-import-task.server.ts'

type UploadedImport = { name: string; body: AsyncIterable<Uint8Array>; options: ImportOptions }

/** Refuses a file that is neither a table of products nor a ZIP of pictures. A job then checks its rows. */
export async function uploadImport(ctx: Context, { name, body, options }: UploadedImport): Promise<string> {
  const { id: createdBy } = requirePermission(ctx.actor, 'products.edit')
  if (options.takeStock) requirePermission(ctx.actor, 'stock.edit')
  if (options.fetchPictures) requirePermission(ctx.actor, 'media.edit')
  await categoryNames(ctx, options.category ?? undefined)
  const { files } = ctx
  return withTempFile(files, { body, maxBytes: MAX_UPLOAD_BYTES }, async (file) => {
    if (!(await isZip(file)) && (await stat(file)).size > MAX_IMPORT_BYTES) throw tooLarge(MAX_IMPORT_BYTES)
    const { encoding, format } = await runImportTask('inspectImport', file).catch(explainUnreadable)
    if (format === 'pictures') requirePermission(ctx.actor, 'media.edit')
    const id = newId('import')
    await files.moveIn(importPath(id), file)
    await staffTransaction(ctx, 'products.edit', async (tx) => {
      await execute(tx)`
        insert into product_imports (id, name, format, encoding, state, options, created_by)
        values (${id}, ${sanitizeFileName(name)}, ${format}, ${encoding}, 'checking', ${sql.json(options)}, ${createdBy})`
      await enqueueJob(tx, 'check-import', { id }, { key: `check-import:${id}` })
    }).catch(async (error) => {
      await files.remove(importPath(id))
      throw error
    })
    return id
  })
}
