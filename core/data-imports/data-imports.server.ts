import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { type ListPage, type ListQuery, likePattern, listRows, type SortOrder } from '#core/pagination.ts'
import { type Permission, requirePermission } from '#core/permissions/permissions.ts'
import { query, sql } from '#db/sql.ts'
import { DATA_IMPORT_KINDS, DATA_IMPORT_STATES, DATA_ROW_KINDS, type DataImportKind } from './data-import.ts'

export const DATA_IMPORT_PERMISSIONS: Record<DataImportKind, Permission> = {
  customers: 'customers.edit',
  offers: 'offers.edit',
  orders: 'orders.edit',
  'product-information': 'products.edit',
  formulas: 'products.edit',
}

const SELECT_IMPORT = sql`
  select i.id, i.kind, i.name, i.encoding, i.options, i.state, i.notes, i.created, i.changed, i.unchanged, i.invalid, i.imported,
    p.email as by, i.created_at as "createdAt", i.started_at as "startedAt", i.done_at as "doneAt"
  from data_imports i left join profiles p on p.id = i.created_by`

const DataImport = z.strictObject({
  id: z.string(),
  kind: z.enum(DATA_IMPORT_KINDS),
  name: z.string(),
  encoding: z.string(),
  options: z.object({ subscribe: z.boolean().optional() }),
  state: z.enum(DATA_IMPORT_STATES),
  notes: z.array(z.string()),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  invalid: z.int(),
  imported: z.int(),
  by: z.string().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  doneAt: z.date().nullable(),
})
export type DataImport = z.infer<typeof DataImport>

export async function findDataImport(ctx: Context, kind: DataImportKind, id: string): Promise<DataImport> {
  requirePermission(ctx.actor, DATA_IMPORT_PERMISSIONS[kind])
  const [dataImport] = await query(
    ctx.db,
    DataImport,
  )`${SELECT_IMPORT} where i.id = ${id} and i.kind = ${kind}`
  if (!dataImport) throw new Refusal('not_found', 'Import not found. Imports are deleted after a week.')
  return dataImport
}

export async function listDataImports(ctx: Context, kind: DataImportKind): Promise<DataImport[]> {
  requirePermission(ctx.actor, DATA_IMPORT_PERMISSIONS[kind])
  return query(ctx.db, DataImport)`
    ${SELECT_IMPORT} where i.kind = ${kind} order by i.created_at desc, i.id desc limit 20`
}

const DataImportRow = z.strictObject({
  line: z.int(),
  kind: z.enum(DATA_ROW_KINDS),
  key: z.string(),
  name: z.string(),
  details: z.array(z.tuple([z.string(), z.string()])),
  problems: z.array(z.strictObject({ column: z.string(), value: z.string(), problem: z.string() })),
})
export type DataImportRow = z.infer<typeof DataImportRow>

const BY_LINE: SortOrder<DataImportRow> = {
  column: sql`r.line`,
  id: sql`r.key`,
  type: 'bigint',
  toCursor: ({ line, key }) => ({ value: line, id: key }),
}

/** The caller has found the import, which checks the permission. */
export async function listDataImportRows(
  ctx: Context,
  { id, kind }: Pick<DataImport, 'id' | 'kind'>,
  listQuery: ListQuery,
): Promise<ListPage<DataImportRow>> {
  requirePermission(ctx.actor, DATA_IMPORT_PERMISSIONS[kind])
  const { search } = listQuery
  const matches = search ? sql`lower(r.name || ' ' || r.key) like ${likePattern(search)}` : sql`true`
  return listRows(ctx.db, DataImportRow, listQuery, {
    select: sql`select r.line, r.kind, r.key, r.name, r.details, r.problems from data_import_rows r`,
    sorts: { line: BY_LINE },
    filters: Object.fromEntries(DATA_ROW_KINDS.map((rowKind) => [rowKind, sql`r.kind = ${rowKind}`])),
    condition: sql`r.import_id = ${id} and ${matches}`,
  })
}
