import { z } from 'zod'
import { insertAuditEntry } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { DATA_IMPORT_KINDS, type DataImportKind } from './data-import.ts'
import { DATA_IMPORT_PERMISSIONS, type DataImport, findDataImport } from './data-imports.server.ts'
import { problemOf } from './data-kind.server.ts'
import { DATA_KINDS } from './data-kinds.server.ts'

const BATCH_SIZE = 500

/** Starts it once. Starting a running import again only enqueues its job again, in case it was lost. */
export async function startDataImport(ctx: Context, kind: DataImportKind, id: string): Promise<DataImport> {
  await staffTransaction(ctx, DATA_IMPORT_PERMISSIONS[kind], async (tx, { id: startedBy }) => {
    const { options } = await findDataImport({ ...ctx, db: tx }, kind, id)
    if (options.subscribe) requirePermission(ctx.actor, 'newsletter.view')
    await execute(tx)`
      update data_imports set state = 'running', started_by = ${startedBy}, started_at = ${ctx.now}, request_id = ${ctx.requestId}
      where id = ${id} and state = 'checked'`
    const { state } = await findDataImport({ ...ctx, db: tx }, kind, id)
    if (state === 'running') await enqueueJob(tx, 'import-data', { id }, { key: `import-data:${id}` })
  })
  return findDataImport(ctx, kind, id)
}

const DataImportRun = z.strictObject({
  id: z.string(),
  kind: z.enum(DATA_IMPORT_KINDS),
  name: z.string(),
  reached: z.int(),
  created: z.int(),
  changed: z.int(),
  invalid: z.int(),
  startedBy: z.string().nullable(),
  requestId: z.string().nullable(),
})
type DataImportRun = z.infer<typeof DataImportRun>

const PendingRow = z.strictObject({ line: z.int(), kind: z.enum(['new', 'changed']), data: z.unknown() })
type PendingRow = z.infer<typeof PendingRow>

/** Writes a batch and enqueues the next in one transaction, so that a crash costs at most one batch. */
export async function runDataImportBatch(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    // A second worker waits here, and continues where the first one stopped.
    const [run] = await query(tx, DataImportRun)`
      select id, kind, name, reached, created, changed, invalid, started_by as "startedBy", request_id as "requestId"
      from data_imports where id = ${id} and state = 'running' for update`
    if (!run) return
    const rows = await query(tx, PendingRow)`
      select line, kind, data from data_import_rows
      where import_id = ${id} and line > ${run.reached} and kind in ('new', 'changed') order by line limit ${BATCH_SIZE}`
    const last = rows.at(-1)?.line
    if (last === undefined) return finish(tx, run)
    const refused = await DATA_KINDS[run.kind].write(
      { db: tx, now: new Date(), actorId: run.startedBy },
      rows,
    )
    await recordBatch(tx, { id, rows, refused, last })
    await enqueueJob(tx, 'import-data', { id }, { key: `import-data:${id}` })
  })
}

type Batch = { id: string; rows: PendingRow[]; refused: Map<number, string>; last: number }

/** What was written is not stored twice. */
async function recordBatch(tx: Db, { id, rows, refused, last }: Batch): Promise<void> {
  const problems = [...refused].map(([line, problem]) => ({ line, problems: [problemOf('', '', problem)] }))
  await execute(tx)`
    update data_import_rows r set kind = 'invalid', problems = f.problems
    from json_to_recordset(${sql.json(problems)}) as f (line int, problems jsonb)
    where r.import_id = ${id} and r.line = f.line`
  await execute(tx)`
    update data_import_rows set data = null where import_id = ${id} and line = any(${rows.map(({ line }) => line)})`
  const countRefused = (kind: PendingRow['kind']) =>
    rows.filter((row) => row.kind === kind && refused.has(row.line)).length
  await execute(tx)`
    update data_imports set reached = ${last}, imported = imported + ${rows.length - refused.size},
      created = created - ${countRefused('new')}, changed = changed - ${countRefused('changed')}, invalid = invalid + ${refused.size}
    where id = ${id}`
}

async function finish(
  tx: Db,
  { id, kind, name, created, changed, invalid, ...run }: DataImportRun,
): Promise<void> {
  await execute(tx)`update data_imports set state = 'done', done_at = now() where id = ${id}`
  await insertAuditEntry(tx, {
    action: `${kind}-imported`,
    subject: id,
    after: { name, created, changed, invalid },
    at: new Date(),
    actorId: run.startedBy,
    requestId: run.requestId,
  })
}

/** Their rows have personal data. */
export async function deleteOldDataImports(db: Db): Promise<void> {
  await execute(db)`
    delete from data_imports where state <> 'running' and created_at < now() - interval '7 days'`
}
