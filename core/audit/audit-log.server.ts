import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, likePattern, listRows, type SortOrder } from '../pagination.ts'
import { AUDIT_KINDS } from './audit.ts'

const AuditEntry = z.strictObject({
  id: z.int(),
  at: z.date(),
  by: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** An order’s number, a product’s name, a page’s title, or a person’s email. */
  subjectName: z.string().nullable(),
  // Each action records what it changed in its own shape.
  before: z.json(),
  after: z.json(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const BY_ID: SortOrder<AuditEntry> = {
  column: sql`e.id`,
  id: sql`e.subject`,
  type: 'bigint',
  toCursor: ({ id, subject }) => ({ value: id, id: subject }),
}

/** Callers check permissions: they know what the entries are about. */
export async function readAuditLog(ctx: Context, listQuery: ListQuery): Promise<ListPage<AuditEntry>> {
  const { search } = listQuery
  const matchesSearch = search
    ? sql`(e.subject = ${search.trim()} or p.email like ${likePattern(search)} or e.action like ${likePattern(search.trim().replaceAll(' ', '-'))})`
    : sql`true`
  const kind = AUDIT_KINDS.find((option) => option === listQuery.filter)
  const filter = kind ? sql`audit_kind(e.action) = ${kind}` : sql`true`
  return listRows(ctx.db, AuditEntry, listQuery, {
    select: sql`select e.id, e.at, coalesce(p.email, 'API key “' || k.name || '”') as by, e.action, e.subject,
        coalesce((select number from orders where id = e.subject), (select name from products where id = e.subject),
          (select email from profiles where id = e.subject), (select name from families where id = e.subject),
          (select v.title from content_items i join content_versions v on v.content_id = i.id
            and v.number = coalesce(i.published_number, i.draft_number) where i.id = e.subject),
          (select reference from returns where id = e.subject), (select code from offers where id = e.subject),
          (select description from accounting where id = e.subject)) as "subjectName",
        e.before, e.after
      from audit_entries e left join profiles p on p.id = e.actor_id
        left join api_keys k on k.id = e.actor_id`,
    sorts: { newest: { ...BY_ID, descending: true }, oldest: BY_ID },
    condition: sql`${filter} and ${matchesSearch}`,
  })
}

export async function sealAudit(db: Db): Promise<void> {
  await execute(db)`select audit_seal()`
}

/** Checks only the end of the chain; older seals were checked when they were new. */
const CHECKED_SEALS = 10_000

export async function findBrokenSeal(ctx: Pick<Context, 'db'>): Promise<number | null> {
  const [entryId] = await queryColumn(ctx.db, z.int())`
    select s.entry_id as id from (
      select s.place, s.entry_id, s.hash, lag(s.hash) over w as previous, lag(s.place) over w as before
      from audit_seals s where s.place > (select max(place) from audit_seals) - ${CHECKED_SEALS}::int window w as (order by s.place)
    ) s left join audit_entries e on e.id = s.entry_id
    where e.id is null or case when s.before is null
      then s.place = 1 and s.hash <> audit_hash('', e)
      else s.place <> s.before + 1 or s.hash <> audit_hash(s.previous, e) end
    order by s.place limit 1`
  return entryId ?? null
}
