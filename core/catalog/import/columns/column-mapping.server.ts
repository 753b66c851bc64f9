import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { findImport, type ProductImport } from '../imports.server.ts'
import { previewCell } from '../product-csv.ts'
import type { ImportFormat } from '../product-import.ts'
import type { ColumnChoice, ImportColumn } from './column-schemas.ts'
import { type ColumnMapping, MAPPABLE_FIELDS, mappableLabel } from './import-columns.ts'

/** Remembers what the columns are for all files of this format, and checks this file again. */
export async function mapImportColumns(
  ctx: Context,
  id: string,
  choices: ColumnChoice[],
): Promise<ProductImport> {
  await staffTransaction(ctx, 'products.edit', async (tx) => {
    await execute(tx)`select from product_imports where id = ${id} for update`
    const { state, format, columns } = await findImport({ ...ctx, db: tx }, id)
    if (state === 'checking')
      throw new Refusal('conflict', 'The file is still being checked. Try again soon.')
    if (state !== 'checked')
      throw new Refusal(
        'conflict',
        state === 'failed'
          ? 'This file couldn’t be read. Upload it again.'
          : 'This import was already started. To import more columns, upload the file again.',
      )
    checkChoices(columns, choices)
    await execute(tx)`
      insert into product_import_columns (format, heading, field)
      select ${format}, heading, field from json_to_recordset(${sql.json(choices)}) as c (heading text, field text)
      order by heading
      on conflict (format, heading) do update set field = excluded.field`
    await execute(tx)`delete from product_import_rows where import_id = ${id}`
    await execute(tx)`delete from product_import_families where import_id = ${id}`
    await execute(tx)`
      update product_imports set state = 'checking', checks = checks + 1, check_requested_at = now(), attempts = 0,
        notes = '[]', rows = 0, created = 0, changed = 0, unchanged = 0, invalid = 0, new_categories = '{}', new_collections = '{}'
      where id = ${id}`
    await enqueueJob(tx, 'check-import', { id }, { key: `check-import:${id}` })
    const mapped = choices.map(({ heading, field }) => `${previewCell(heading)}: ${field ?? 'not imported'}`)
    await writeAudit(ctx, { action: 'import-columns-mapped', subject: id, after: { format, mapped } }, tx)
  })
  return findImport(ctx, id)
}

function checkChoices(columns: ImportColumn[], choices: ColumnChoice[]): void {
  const fields = new Map(columns.map(({ heading, field }) => [heading, field]))
  const chosen = new Set<string>()
  for (const [index, { heading, field }] of choices.entries()) {
    const name = previewCell(heading)
    if (!fields.has(heading))
      throw invalidInput(
        `columns.${index}.heading`,
        `The check found no column “${name}” to choose a field for.`,
      )
    if (chosen.has(heading))
      throw invalidInput(
        `columns.${index}.heading`,
        `The column “${name}” is listed twice. Choose one field for it.`,
      )
    if (field !== null && !MAPPABLE_FIELDS.has(field))
      throw invalidInput(`columns.${index}.field`, `Choose one of the listed fields for “${name}”.`)
    chosen.add(heading)
    fields.set(heading, field)
  }
  const owners = new Map<string, string>()
  for (const [heading, field] of fields) {
    if (field === null) continue
    const owner = owners.get(field)
    const index = choices.findIndex((choice) => choice.heading === heading)
    if (owner !== undefined)
      throw invalidInput(
        index < 0 ? 'columns' : `columns.${index}.field`,
        `“${previewCell(owner)}” and “${previewCell(heading)}” can’t both be the ${mappableLabel(field).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}. Choose another field for one of them.`,
      )
    owners.set(field, heading)
  }
}

export async function selectColumnMapping(db: Db, format: ImportFormat): Promise<ColumnMapping> {
  const rows = await query(db, MappedColumn)`
    select heading, field from product_import_columns where format = ${format}`
  return rows.map(({ heading, field }) => [heading, field])
}

const MappedColumn = z.strictObject({ heading: z.string(), field: z.string().nullable() })
