import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { type ListPage, type ListQuery, likePattern, listPage, type SortOrder } from '#core/pagination.ts'
import { IMPORT_ROW_KINDS, type ImportRow, type ProductImport } from './product-import.ts'

export async function findImport(ctx: Context, id: string): Promise<ProductImport> {
  requireRole(canAccessAdmin, ctx.actor)
  const { rows } = await ctx.db.execute<ProductImportRow>(sql`${SELECT_IMPORT} where i.id = ${id}`)
  if (!rows[0]) throw new Refusal('not_found', 'Import not found. Imports are deleted after a week.')
  return toImport(rows[0])
}

export async function listImports(ctx: Context): Promise<ProductImport[]> {
  requireRole(canAccessAdmin, ctx.actor)
  const { rows } = await ctx.db.execute<ProductImportRow>(
    sql`${SELECT_IMPORT} order by i.created_at desc, i.id desc limit 20`,
  )
  return rows.map(toImport)
}

const byLine: SortOrder<ImportRow> = {
  column: sql`r.line`,
  id: sql`r.slug`,
  type: 'bigint',
  toCursor: ({ line, slug }) => ({ value: line, id: slug }),
}

export async function listImportRows(
  ctx: Context,
  id: string,
  query: ListQuery,
): Promise<ListPage<ImportRow>> {
  requireRole(canAccessAdmin, ctx.actor)
  const kind = IMPORT_ROW_KINDS.find((known) => known === query.filter)
  const filter = kind ? sql`r.kind = ${kind}` : sql`true`
  const matches = query.search
    ? sql`lower(r.name || ' ' || r.slug) like ${likePattern(query.search)}`
    : sql`true`
  return listPage(byLine, query, async ({ cursorCondition, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<ImportRow>(sql`
      select r.line, r.kind, r.slug, r.name, coalesce(r.before, '{}') as before, coalesce(r.after, '{}') as after,
        r.stock_change as "stockChange", r.problems
      from product_import_rows r
      where r.import_id = ${id} and ${cursorCondition} and ${filter} and ${matches} order by ${orderBy} limit ${limit}`)
    return rows
  })
}

const SELECT_IMPORT = sql`select i.id, i.name, i.format, i.encoding, i.state, i.notes, i.rows, i.created, i.changed, i.same, i.bad,
  i.taken, p.email as by, i.created_at as "createdAt", i.started_at as "startedAt", i.done_at as "doneAt"
  from product_imports i left join profiles p on p.id = i.created_by`

type ImportDates = 'createdAt' | 'startedAt' | 'doneAt'
type ProductImportRow = Omit<ProductImport, ImportDates> & {
  createdAt: string
  startedAt: string | null
  doneAt: string | null
}

function toImport(row: ProductImportRow): ProductImport {
  const toDate = (at: string | null) => (at ? new Date(at) : null)
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    startedAt: toDate(row.startedAt),
    doneAt: toDate(row.doneAt),
  }
}
