import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { auditEntries } from '#core/audit/audit.table.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'
import { productImportRows, productImports } from '../catalog.table.ts'
import { type PendingRow, refuseRows, writeRows } from './write-import-rows.server.ts'

const BATCH_SIZE = 500
const ROW_REJECTED = 'The database rejected this row. Check its amounts and upload it again.'

/** Writes a batch and enqueues the next in one transaction. A rejected batch is halved until one row is left. */
export async function applyImportBatch(db: Db, id: string): Promise<void> {
  for (let limit = BATCH_SIZE; ; limit = Math.ceil(limit / 2)) {
    try {
      return await db.transaction((tx) => applyNextRows(tx, id, limit))
    } catch (error) {
      if (limit === 1 || !isDataError(error)) throw error
    }
  }
}

async function applyNextRows(tx: Db, id: string, limit: number): Promise<void> {
  // One batch at a time: two batches that add the same search words would deadlock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('imports', 0))`)
  const run = await lockImport(tx, id)
  if (!run) return
  const rows = await nextRows(tx, run, limit)
  const lastRow = rows.at(-1)
  if (!lastRow) return finish(tx, run)
  const write = limit === 1 ? writeOrRefuse : writeRows
  const refused = await write(tx, rows, { ...run, last: lastRow.line })
  const countRefused = (kind: PendingRow['kind']) => refused.filter((row) => row.kind === kind).length
  await tx
    .update(productImports)
    .set({
      reached: lastRow.line,
      taken: sql`taken + ${rows.length - refused.length}`,
      created: sql`created - ${countRefused('new')}`,
      changed: sql`changed - ${countRefused('changed')}`,
      bad: sql`bad + ${refused.length}`,
    })
    .where(eq(productImports.id, id))
  await enqueueJob(tx, 'take-in-products', { id }, { key: `import:${id}` })
}

async function writeOrRefuse(
  tx: Db,
  rows: PendingRow[],
  run: ImportRun & { last: number },
): Promise<PendingRow[]> {
  try {
    return await tx.transaction((savepoint) => writeRows(savepoint, rows, run))
  } catch (error) {
    if (!isDataError(error)) throw error
    return refuseRows(tx, run.id, [{ rows, reason: ROW_REJECTED }])
  }
}

type ImportRun = typeof productImports.$inferSelect

/** A second worker waits here and continues where the first one stopped. */
async function lockImport(tx: Db, id: string): Promise<ImportRun | undefined> {
  const [run] = await tx
    .select()
    .from(productImports)
    .where(and(eq(productImports.id, id), eq(productImports.state, 'running')))
    .for('update')
  return run
}

function nextRows(tx: Db, { id, reached }: ImportRun, limit: number): Promise<PendingRow[]> {
  const { line, slug, kind, edition, draft, after, stockChange } = productImportRows
  return tx
    .select({ line, slug, kind, edition, draft, after, stockChange })
    .from(productImportRows)
    .where(and(eq(productImportRows.importId, id), gt(line, reached), inArray(kind, ['new', 'changed'])))
    .orderBy(asc(line))
    .limit(limit)
}

async function finish(tx: Db, { id, startedBy, requestId, name, ...run }: ImportRun): Promise<void> {
  const { created, changed, bad } = run
  await tx.update(productImports).set({ state: 'done', doneAt: sql`now()` }).where(eq(productImports.id, id))
  const after = { name, created, changed, bad }
  await tx
    .insert(auditEntries)
    .values({ actorId: startedBy, action: 'products-imported', subject: id, after, requestId })
}

/** A data exception (22) or a constraint violation (23), which a retry would hit again. */
function isDataError(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && 'code' in cause && /^(22|23)/.test(String(cause.code))
}
