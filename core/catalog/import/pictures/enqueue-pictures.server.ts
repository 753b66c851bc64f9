import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'

/** Once the products are written. Those of rows that were skipped have no pictures. */
export async function startPictures(tx: Db, importId: string): Promise<void> {
  await execute(tx)`
    delete from product_import_pictures p using product_import_rows r
    where p.import_id = ${importId} and r.import_id = p.import_id and r.line = p.line and r.kind = 'invalid'`
  const isPending = await execute(tx)`
    select from product_import_pictures where import_id = ${importId} and state = 'pending' limit 1`
  if (isPending) await enqueuePictures(tx, importId)
}

export function enqueuePictures(db: Db, importId: string, at?: Date): Promise<void> {
  const key = `import-pictures:${importId}`
  return enqueueJob(db, 'fetch-import-pictures', { id: importId }, { key, ...(at && { at }) })
}
