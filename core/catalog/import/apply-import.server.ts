import { insertAuditEntry } from '#core/audit/audit.server.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { forgetCategories } from '../categories/categories.server.ts'
import { type ImportBatch, ImportRun, PendingRow } from './import-run.server.ts'
import { startPictures } from './pictures/enqueue-pictures.server.ts'
import { refuseRows, writeRows } from './write-import-rows.server.ts'

const BATCH_SIZE = 500
const ROW_REJECTED = 'The database rejected this row. Check its amounts and upload it again.'

/** Writes a batch and enqueues the next in one transaction. A rejected batch is halved until one row is left. */
export async function applyImportBatch(db: Db, id: string): Promise<void> {
  for (let limit = BATCH_SIZE; ; limit = Math.ceil(limit / 2)) {
    try {
      await db.transaction((tx) => applyNextRows(tx, id, limit))
      return forgetCategories(db)
    } catch (error) {
      if (limit === 1 || !isDataError(error)) throw error
    }
  }
}

async function applyNextRows(tx: Db, id: string, limit: number): Promise<void> {
  // One batch at a time: two batches that add the same search words would deadlock.
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended('imports', 0))`
  const run = await lockImport(tx, id)
  if (!run) return
  const rows = await nextRows(tx, run, limit)
  const last = rows.at(-1)?.place
  if (last === undefined) return finish(tx, run)
  const write = limit === 1 ? writeOrRefuse : writeRows
  const refused = await write(tx, rows, { ...run, last })
  const countRefused = (kind: PendingRow['kind']) => refused.filter((row) => row.kind === kind).length
  await execute(tx)`
    update product_imports set reached = ${last}, imported = imported + ${rows.length - refused.length},
      created = created - ${countRefused('new')}, changed = changed - ${countRefused('changed')}, invalid = invalid + ${refused.length}
    where id = ${id}`
  await enqueueJob(tx, 'import-products', { id }, { key: `import:${id}` })
}

async function writeOrRefuse(tx: Db, rows: PendingRow[], run: ImportBatch): Promise<PendingRow[]> {
  try {
    return await tx.transaction((savepoint) => writeRows(savepoint, rows, run))
  } catch (error) {
    if (!isDataError(error)) throw error
    return refuseRows(tx, run.id, [{ rows, reason: ROW_REJECTED }])
  }
}

/** A second worker waits here and continues where the first one stopped. */
async function lockImport(tx: Db, id: string): Promise<ImportRun | undefined> {
  const [run] = await query(tx, ImportRun)`
    select id, name, created, changed, invalid, reached, new_categories as "newCategories",
      new_category_parents as "newCategoryParents", new_collections as "newCollections", started_by as "startedBy",
      request_id as "requestId"
    from product_imports where id = ${id} and state = 'running' for update`
  return run
}

/** At least one row, with all rows of the last one's family: the rows of a family have one place. */
async function nextRows(tx: Db, { id, reached }: ImportRun, limit: number): Promise<PendingRow[]> {
  const rows = await query(tx, PendingRow)`
    select line, place, slug, kind, edition, draft, before, after, stock_change as "stockChange" from product_import_rows
    where import_id = ${id} and place > ${reached} and kind in ('new', 'changed')
    order by place fetch first (${limit}::int) rows with ties`
  return rows.sort((one, other) => one.place - other.place || one.line - other.line)
}

async function finish(tx: Db, { id, startedBy, requestId, name, ...run }: ImportRun): Promise<void> {
  const { created, changed, invalid } = run
  await execute(tx)`update product_imports set state = 'done', done_at = now() where id = ${id}`
  await startPictures(tx, id)
  const entry = { action: 'products-imported', subject: id, after: { name, created, changed, invalid } }
  await insertAuditEntry(tx, { ...entry, at: new Date(), actorId: startedBy, requestId })
}

/** A data exception (22) or a constraint violation (23), which a retry would hit again. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22|23)/.test(String(error.code))
}
