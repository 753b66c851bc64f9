import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'

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
const Session = z.strictObject({
  email: z.string(),
  createdAt: z.date(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
})

export type BreachReport = {
  actions: z.infer<typeof Action>[]
  exportedLists: string[]
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
  return { actions, exportedLists, affectedPeople, openSessions }
}

/** Reads of whole lists. The audit log knows of exports only. */
function findExportedLists(db: Db, entries: Sql): Promise<string[]> {
  return queryColumn(db, z.string())`
    select distinct e.subject from (${entries}) e where e.action = 'list-exported' order by 1`
}
