import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { CsvLine } from '#core/catalog/import/reading/read-csv.server.ts'
import { explainUnreadable, runImportTask } from '#core/catalog/import/reading/run-import-task.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { withTempFile } from '#core/media/temp-files.server.ts'
import { sanitizeFileName } from '#core/media/upload.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import {
  type CheckedRecord,
  DATA_ROW_KINDS,
  type DataImportKind,
  type DataImportOptions,
  type DataRecord,
  MAX_DATA_IMPORT_BYTES,
  MAX_DATA_IMPORT_ROWS,
} from './data-import.ts'
import { DATA_IMPORT_PERMISSIONS } from './data-imports.server.ts'
import { type NoteCounts, problemOf } from './data-kind.server.ts'
import { DATA_KINDS } from './data-kinds.server.ts'

const BATCH_SIZE = 500

type UploadedFile = { name: string; body: AsyncIterable<Uint8Array>; options: DataImportOptions }

/** Checks every row and stores what it would do. Nothing else changes. */
export async function uploadDataImport(
  ctx: Context,
  kind: DataImportKind,
  { name, body, options }: UploadedFile,
): Promise<string> {
  const permission = DATA_IMPORT_PERMISSIONS[kind]
  const { id: createdBy } = requirePermission(ctx.actor, permission)
  if (options.subscribe) requirePermission(ctx.actor, 'newsletter.view')
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  return withTempFile(ctx.files, { body, maxBytes: MAX_DATA_IMPORT_BYTES }, async (file) => {
    const table = `${file}.rows`
    try {
      const encoding = await runImportTask('readTable', file, table).catch(explainUnreadable)
      return await staffTransaction(ctx, permission, async (tx) => {
        const id = newId('import')
        await execute(tx)`
          insert into data_imports (id, kind, name, encoding, options, created_by, created_at)
          values (${id}, ${kind}, ${sanitizeFileName(name)}, ${encoding}, ${sql.json(options)}, ${createdBy}, ${ctx.now})`
        await checkRecords({ ...ctx, db: tx }, { id, kind, table, timeZone, options })
        return id
      })
    } finally {
      await rm(table, { force: true })
    }
  })
}

type CheckInput = {
  id: string
  kind: DataImportKind
  table: string
  timeZone: string
  options: DataImportOptions
}

async function checkRecords(
  { db, settings, now }: Context,
  { id, kind, table, timeZone, options }: CheckInput,
): Promise<void> {
  const { read, check } = DATA_KINDS[kind]
  const notes: NoteCounts = new Map()
  const lines = readLines(table)
  const header = (await lines.next()).value?.cells ?? []
  const records = withoutRepeated(read(header, { timeZone, notes })(lines))
  const counts = { new: 0, changed: 0, unchanged: 0, invalid: 0 }
  for await (const batch of batches(records)) {
    const checked = await check({ db, settings, now, options, notes }, batch)
    for (const row of checked) counts[row.kind]++
    await insertRows(db, id, checked)
  }
  if (DATA_ROW_KINDS.every((rowKind) => !counts[rowKind]))
    throw invalidInput('file', 'This file has no lines below the first one.')
  await execute(db)`
    update data_imports set created = ${counts.new}, changed = ${counts.changed}, unchanged = ${counts.unchanged},
      invalid = ${counts.invalid}, notes = ${sql.json([...notes].map(([note, count]) => note(count)))}
    where id = ${id}`
}

async function* readLines(file: string): AsyncGenerator<CsvLine, undefined> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line)
}

/** Two lines for one customer would overwrite each other. */
async function* withoutRepeated(records: AsyncIterable<DataRecord>): AsyncGenerator<DataRecord> {
  const lines = new Map<string, number>()
  let count = 0
  for await (const record of records) {
    if (++count > MAX_DATA_IMPORT_ROWS)
      throw invalidInput(
        'file',
        `This file has more than ${MAX_DATA_IMPORT_ROWS.toLocaleString('en-US')} rows. Split it into smaller files.`,
      )
    const { line, key, problems } = record
    const first = lines.get(key)
    if (first !== undefined && !problems.length) {
      const problem = `Line ${first} is for ${previewOf(key)} too. Remove one of the two.`
      yield { ...record, problems: [problemOf('', '', problem)], data: undefined }
      continue
    }
    if (key && first === undefined) lines.set(key, line)
    yield record
  }
}

const previewOf = (key: string) => key.slice(0, 80)

async function* batches(records: AsyncIterable<DataRecord>): AsyncGenerator<DataRecord[]> {
  let batch: DataRecord[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

async function insertRows(db: Db, importId: string, rows: CheckedRecord[]): Promise<void> {
  await execute(db)`
    insert into data_import_rows (import_id, line, kind, key, name, email, data, details, problems)
    select ${importId}, line, kind, key, name, email, data, details, problems
    from json_to_recordset(${sql.json(rows)}) as r (line int, kind text, key text, name text, email text, data jsonb, details jsonb,
      problems jsonb)`
}
