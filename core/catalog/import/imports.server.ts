import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { type ListPage, type ListQuery, likePattern, listRows, type SortOrder } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, sql } from '#db/sql.ts'
import { ImportColumn } from './columns/column-schemas.ts'
import { ImportedProduct } from './imported-product.server.ts'
import { IMPORT_FORMATS, IMPORT_ROW_KINDS, IMPORT_STATES } from './product-import.ts'

export async function findImport(ctx: Context, id: string): Promise<ProductImport> {
  requirePermission(ctx.actor, 'products.edit')
  const [found] = await query(ctx.db, ProductImport)`${SELECT_IMPORT} where i.id = ${id}`
  if (!found) throw new Refusal('not_found', 'Import not found. Imports are deleted after a week.')
  return found
}

export async function listImports(ctx: Context): Promise<ProductImport[]> {
  requirePermission(ctx.actor, 'products.edit')
  return query(ctx.db, ProductImport)`${SELECT_IMPORT} order by i.created_at desc, i.id desc limit 20`
}

const PICTURE_COUNTS = sql`(
  select json_build_object('pending', count(*) filter (where state = 'pending'), 'done', count(*) filter (where state = 'done'),
    'failed', count(*) filter (where state = 'failed'), 'invalid', count(*) filter (where state = 'invalid'))
  from product_import_pictures where import_id = i.id)`

const SELECT_IMPORT = sql`select i.id, i.name, i.format, i.encoding, i.state, i.problem, i.notes, i.rows, i.created, i.changed, i.unchanged, i.invalid,
  i.imported, i.columns, ${PICTURE_COUNTS} as pictures, p.email as by, i.created_at as "createdAt", i.started_at as "startedAt", i.done_at as "doneAt"
  from product_imports i left join profiles p on p.id = i.created_by`

const ProductImport = z.strictObject({
  id: z.string(),
  name: z.string(),
  format: z.enum(IMPORT_FORMATS),
  encoding: z.string(),
  state: z.enum(IMPORT_STATES),
  problem: z.string().nullable(),
  notes: z.array(z.string()),
  /** Those of the file that the store doesn't know. */
  columns: z.array(ImportColumn),
  rows: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  invalid: z.int(),
  imported: z.int(),
  /** Of its rows, how many pictures are in each state. */
  pictures: z.strictObject({ pending: z.int(), done: z.int(), failed: z.int(), invalid: z.int() }),
  by: z.string().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  doneAt: z.date().nullable(),
})
export type ProductImport = z.infer<typeof ProductImport>

export async function listImportRows(
  ctx: Context,
  id: string,
  listQuery: ListQuery,
): Promise<ListPage<ImportRow>> {
  requirePermission(ctx.actor, 'products.edit')
  const kind = IMPORT_ROW_KINDS.find((known) => known === listQuery.filter)
  const filter = kind ? sql`r.kind = ${kind}` : sql`true`
  const matches = listQuery.search
    ? sql`lower(r.name || ' ' || r.slug) like ${likePattern(listQuery.search)}`
    : sql`true`
  return listRows(ctx.db, ImportRow, listQuery, {
    select: sql`select r.line, r.kind, r.slug, r.name, coalesce(r.before, '{}') as before, coalesce(r.after, '{}') as after,
        r.stock_change as "stockChange", r.problems, ${ROW_PICTURES} as pictures
      from product_import_rows r`,
    sorts: { line: BY_LINE },
    condition: sql`r.import_id = ${id} and ${filter} and ${matches}`,
  })
}

const ROW_PICTURES = sql`(
  select json_build_object('count', count(*) filter (where state in ('pending', 'done')),
    'problems', coalesce(json_agg(json_build_object('source', source, 'problem', problem) order by number)
      filter (where problem is not null), '[]'))
  from product_import_pictures p where p.import_id = r.import_id and p.line = r.line)`

const ImportRow = z.strictObject({
  line: z.int(),
  kind: z.enum(IMPORT_ROW_KINDS),
  slug: z.string(),
  name: z.string(),
  before: ImportedProduct.partial(),
  after: ImportedProduct.partial(),
  stockChange: z.int(),
  problems: z.array(z.strictObject({ column: z.string(), value: z.string(), problem: z.string() })),
  pictures: z.strictObject({
    count: z.int(),
    /** Those that can't be imported, with the reason. */
    problems: z.array(z.strictObject({ source: z.string(), problem: z.string() })),
  }),
})
export type ImportRow = z.infer<typeof ImportRow>

const BY_LINE: SortOrder<ImportRow> = {
  column: sql`r.line`,
  id: sql`r.slug`,
  type: 'bigint',
  toCursor: ({ line, slug }) => ({ value: line, id: slug }),
}
