import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { type ListPage, type ListQuery, likePattern, listPage, type SortOrder } from '../listing.ts'
import { type Import, type ImportRow, ROW_KINDS } from './import.ts'

export async function findImport(ctx: Context, id: string): Promise<Import> {
  requireRole(canAccessAdmin, ctx.actor)
  const { rows } = await ctx.db.execute<Row>(sql`${IMPORT} where i.id = ${id}`)
  if (!rows[0])
    throw new Refusal('not_found', 'There is no such import, or it is forgotten: they are kept for a week.')
  return readImport(rows[0])
}

/** What was sent in the last days, the newest first. */
export async function listImports(ctx: Context): Promise<Import[]> {
  requireRole(canAccessAdmin, ctx.actor)
  const { rows } = await ctx.db.execute<Row>(sql`${IMPORT} order by i.created_at desc, i.id desc limit 20`)
  return rows.map(readImport)
}

const byLine: SortOrder<ImportRow> = {
  by: sql`r.line`,
  id: sql`r.slug`,
  as: 'bigint',
  at: ({ line, slug }) => ({ value: line, id: slug }),
}

/** What each row would do, in the order of the file. */
export async function listImportRows(
  ctx: Context,
  id: string,
  asked: ListQuery,
): Promise<ListPage<ImportRow>> {
  requireRole(canAccessAdmin, ctx.actor)
  const kind = ROW_KINDS.find((known) => known === asked.filter)
  const filter = kind ? sql`r.kind = ${kind}` : sql`true`
  const found = asked.search
    ? sql`lower(r.name || ' ' || r.slug) like ${likePattern(asked.search)}`
    : sql`true`
  return listPage(byLine, asked, async ({ within, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<ImportRow>(sql`
      select r.line, r.kind, r.slug, r.name, coalesce(r.before, '{}') as before, coalesce(r.after, '{}') as after,
        r.stock_change as "stockChange", r.problems
      from product_import_rows r
      where r.import_id = ${id} and ${within} and ${filter} and ${found} order by ${orderBy} limit ${limit}`)
    return rows
  })
}

const IMPORT = sql`select i.id, i.name, i.format, i.encoding, i.state, i.notes, i.rows, i.created, i.changed, i.same, i.bad,
  i.taken, p.email as by, i.created_at as "createdAt", i.started_at as "startedAt", i.done_at as "doneAt"
  from product_imports i left join profiles p on p.id = i.created_by`

type Moments = 'createdAt' | 'startedAt' | 'doneAt'
type Row = Omit<Import, Moments> & { createdAt: string; startedAt: string | null; doneAt: string | null }

function readImport(row: Row): Import {
  const moment = (at: string | null) => (at ? new Date(at) : null)
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    startedAt: moment(row.startedAt),
    doneAt: moment(row.doneAt),
  }
}
