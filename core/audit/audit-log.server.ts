import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import {
  findOption,
  type ListPage,
  type ListQuery,
  likePattern,
  listPage,
  type PageRange,
  type SortOrder,
  textContains,
} from '../pagination.ts'
import { AUDIT_KINDS, RENAMED_ACTIONS } from './audit.ts'

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

const SORTS = { newest: { ...BY_ID, descending: true }, oldest: BY_ID }

/** Callers check permissions: they know what the entries are about. */
export async function listAuditEntries(ctx: Context, listQuery: ListQuery): Promise<ListPage<AuditEntry>> {
  requirePermission(ctx.actor, 'audit.view')
  const search = listQuery.search?.trim()
  const order = findOption(SORTS, listQuery.sort) ?? SORTS.newest
  const kind = AUDIT_KINDS.find((option) => option === listQuery.filter)
  const isOfKind = kind ? sql`audit_kind(e.action) = ${kind}` : sql`true`
  return listPage(order, listQuery, (range) => {
    const { cursorCondition, orderBy, limit } = range
    const isListed = sql`${cursorCondition} and ${isOfKind}`
    const matches = search ? sql`e.id in (${idsOfMatches(search, isListed, range)})` : sql`true`
    return query(ctx.db, AuditEntry, { prepare: false })`
      select e.id, e.at, coalesce(p.email, 'API key “' || k.name || '”') as by, e.action, e.subject,
        coalesce((select number from orders where id = e.subject), (select name from products where id = e.subject),
          (select email from profiles where id = e.subject), (select name from families where id = e.subject),
          (select v.title from content_items i join content_versions v on v.content_id = i.id
            and v.number = coalesce(i.published_number, i.draft_number) where i.id = e.subject),
          (select reference from returns where id = e.subject), (select code from offers where id = e.subject),
          (select number from batches where id = e.subject),
          (select description from accounting where id = e.subject)) as "subjectName",
        e.before, e.after
      from audit_entries e left join profiles p on p.id = e.actor_id left join api_keys k on k.id = e.actor_id
      where ${isListed} and ${matches} order by ${orderBy} limit ${limit}`
  })
}

/** Limits customers. All matching staff and API keys are included. */
const MAX_MATCHING_ACTORS = 1000

const IS_STAFF = sql`(role = 'admin' or staff_role is not null)`
// Must match the expression of its index.
const SEARCHED_PROFILE = sql`lower(email || ' ' || coalesce(full_name, ''))`

/** Reads the first matches of each subject, actor, and action from its index. Searching in the log's order could read all of it. */
function idsOfMatches(search: string, isListed: Sql, { isDescending, limit }: PageRange): Sql {
  const actionPart = search.replaceAll(' ', '-')
  const renamed = RENAMED_ACTIONS.filter((names) =>
    names.some((name) => name.includes(actionPart.toLowerCase())),
  )
  const isEmail = sql`${textContains(SEARCHED_PROFILE, search)} and ${textContains(sql`email`, search)}`
  // With an equality, the planner may walk the log by ID instead of using the column's index.
  const firstWhere = (column: Sql, value: Sql) => sql`(
    select e.id from audit_entries e where ${column} >= ${value} and ${column} <= ${value} and ${isListed}
    order by ${isDescending ? sql`${column}, e.id desc` : sql`${column} desc, e.id`} limit ${limit})`
  return sql`
    with recursive actors as (
      (select id from profiles where ${IS_STAFF} and ${isEmail})
      union (select id from profiles where ${isEmail} limit ${MAX_MATCHING_ACTORS})
      union select id from api_keys where ${textContains(sql`lower(name)`, search)}
    ),
    actions as (
      select min(action) as action from audit_entries
      union all select (select min(action) from audit_entries where action > a.action) from actions a where a.action is not null
    )
    ${firstWhere(sql`e.subject`, sql`${search}`)}
    union all select e.id from actors a, lateral ${firstWhere(sql`e.actor_id`, sql`a.id`)} e
    union all select e.id from actions a, lateral ${firstWhere(sql`e.action`, sql`a.action`)} e
      where a.action like ${likePattern(actionPart)} or a.action = any(${renamed.flat()}::text[])`
}
