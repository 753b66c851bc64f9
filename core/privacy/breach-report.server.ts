import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { PERSONAL_DATA, READ_WAYS } from '../personal-reads/personal-read.ts'

export type BreachQuery = {
  since: Date
  /** An account’s ID or email address, or an API key’s ID. Everyone without it. */
  actor?: string | undefined
}

const Action = z.strictObject({
  actor: z.string().nullable(),
  action: z.string(),
  count: z.int(),
  first: z.date(),
  last: z.date(),
})
const Read = z.strictObject({
  reader: z.string(),
  data: z.enum(PERSONAL_DATA),
  way: z.enum(READ_WAYS),
  records: z.int(),
})
const Session = z.strictObject({
  email: z.string(),
  createdAt: z.date(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
})

export type BreachReport = {
  actions: z.infer<typeof Action>[]
  exportedLists: string[]
  /** Since the day of the time, as sums. */
  reads: z.infer<typeof Read>[]
  /** Email addresses of the people whose data was changed. */
  affectedPeople: string[]
  openSessions: z.infer<typeof Session>[]
}

/** What an account or an API key did since a time, and whose personal data it touched. */
export async function readBreachReport(db: Db, { since, actor }: BreachQuery): Promise<BreachReport> {
  const isActor = actor
    ? sql`(e.actor_id = ${actor} or e.actor_id = (select id from profiles where email = lower(${actor})))`
    : sql`e.actor_id is not null`
  const entries = sql`select e.* from audit_entries e where e.at >= ${since} and ${isActor}`
  const actions = await query(db, Action)`
    select coalesce(p.email, k.name, e.actor_id) as actor, e.action, count(*) as count, min(e.at) as first, max(e.at) as last
    from (${entries}) e left join profiles p on p.id = e.actor_id left join api_keys k on k.id = e.actor_id
    group by 1, 2 order by 4, 2`
  const exportedLists = await findExportedLists(db, entries)
  const reads = await findReads(db, { since, actor })
  const affectedPeople = await queryColumn(db, z.string())`
    select p.email from (${entries}) e join profiles p on p.id = e.subject
    union select o.email from (${entries}) e join orders o on o.id = e.subject
    union select o.email from (${entries}) e join returns r on r.id = e.subject join orders o on o.id = r.order_id
    order by 1`
  const openSessions = await query(db, Session)`
    select u.email, s.created_at as "createdAt", s.ip_address as "ipAddress", s.user_agent as "userAgent"
    from auth_sessions s join auth_users u on u.id = s.user_id
    where s.updated_at >= ${since} and ${
      actor
        ? sql`(u.id = ${actor} or u.email = lower(${actor}))`
        : sql`exists (
      select from (${entries}) e where e.actor_id = u.id)`
    }
    order by s.created_at`
  return { actions, exportedLists, reads, affectedPeople, openSessions }
}

/** How many records of each list were read. Which ones isn't stored. */
function findReads(db: Db, { since, actor }: BreachQuery): Promise<BreachReport['reads']> {
  const isReader = actor
    ? sql`(r.reader_id = ${actor} or r.reader_id = (select id from profiles where email = lower(${actor})))`
    : sql`true`
  return query(db, Read)`
    select coalesce(p.email, k.name, r.reader_id) as reader, r.data, r.way, sum(r.records)::int as records
    from personal_data_reads r left join profiles p on p.id = r.reader_id left join api_keys k on k.id = r.reader_id
    where r.day >= (${since}::timestamptz at time zone store_time_zone())::date and ${isReader}
    group by 1, 2, 3 order by records desc, 1, 2, 3`
}

function findExportedLists(db: Db, entries: Sql): Promise<string[]> {
  return queryColumn(db, z.string())`
    select distinct e.subject from (${entries}) e where e.action = 'list-exported' order by 1`
}
