import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, likePattern, listPage, type SortOrder } from '../pagination.ts'
import { AUDIT_KINDS } from './audit.ts'

export type AuditEntry = {
  id: number
  at: Date
  by: string | null
  action: string
  subject: string
  before: unknown
  after: unknown
}

const BY_ID: SortOrder<AuditEntry> = {
  column: sql`e.id`,
  id: sql`e.subject`,
  type: 'bigint',
  toCursor: ({ id, subject }) => ({ value: id, id: subject }),
}

/** Callers check permissions: they know what the entries are about. */
export async function readAuditLog(ctx: Context, query: ListQuery): Promise<ListPage<AuditEntry>> {
  const matchesSearch = query.search
    ? sql`(e.subject = ${query.search.trim()} or p.email like ${likePattern(query.search)} or e.action like ${likePattern(query.search)})`
    : sql`true`
  const kind = AUDIT_KINDS.find((option) => option === query.filter)
  const filter = kind ? sql`audit_kind(e.action) = ${kind}` : sql`true`
  return listPage(
    { ...BY_ID, descending: query.sort !== 'oldest' },
    query,
    async ({ cursorCondition, orderBy, limit }) => {
      const { rows } = await ctx.db.execute<Omit<AuditEntry, 'at'> & { at: string }>(sql`
      select e.id, e.at, p.email as by, e.action, e.subject, e.before, e.after
      from audit_entries e left join profiles p on p.id = e.actor_id
      where ${cursorCondition} and ${filter} and ${matchesSearch} order by ${orderBy} limit ${limit}`)
      return rows.map((row) => ({ ...row, at: new Date(row.at) }))
    },
  )
}

export async function sealAudit(db: Db): Promise<void> {
  await db.execute(sql`select audit_seal()`)
}

/** Checks only the end of the chain; older seals were checked when they were new. */
const CHECKED_SEALS = 10_000

export async function findBrokenSeal(ctx: Pick<Context, 'db'>): Promise<number | null> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    select s.entry_id as id from (
      select s.place, s.entry_id, s.hash, lag(s.hash) over w as previous, lag(s.place) over w as before
      from audit_seals s where s.place > (select max(place) from audit_seals) - ${CHECKED_SEALS} window w as (order by s.place)
    ) s left join audit_entries e on e.id = s.entry_id
    where e.id is null or case when s.before is null
      then s.place = 1 and s.hash <> audit_hash('', e)
      else s.place <> s.before + 1 or s.hash <> audit_hash(s.previous, e) end
    order by s.place limit 1`)
  return rows[0]?.id ?? null
}
