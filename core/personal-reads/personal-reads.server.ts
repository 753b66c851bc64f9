import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listRows, type SortOrder } from '../pagination.ts'
import { RETENTION } from '../retention.ts'
import { PersonalDataReadSum, PersonalDataReads } from './personal-read.ts'

const SELECT = sql`
  select r.id, r.day::text as day, r.reader_id as "readerId",
    coalesce(p.email, 'API key “' || k.name || '”') as reader, r.data, r.way, r.records
  from personal_data_reads r left join profiles p on p.id = r.reader_id left join api_keys k on k.id = r.reader_id`

const BY_ID: SortOrder<PersonalDataReads> = {
  column: sql`r.id`,
  id: sql`r.reader_id`,
  type: 'bigint',
  toCursor: ({ id, readerId }) => ({ value: id, id: readerId }),
}

/** Who read what on which day, newest first. */
export async function listPersonalDataReads(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<PersonalDataReads>> {
  requirePermission(ctx.actor, 'audit.view')
  return listRows(ctx.db, PersonalDataReads, listQuery, {
    select: SELECT,
    sorts: { newest: { ...BY_ID, descending: true }, oldest: BY_ID },
    filters: {
      orders: sql`r.data = 'orders'`,
      customers: sql`r.data = 'customers'`,
      newsletter: sql`r.data = 'newsletter'`,
      returns: sql`r.data = 'returns'`,
      reviews: sql`r.data = 'reviews'`,
      'adverse-events': sql`r.data = 'adverse-events'`,
    },
    searchText: sql`lower(r.reader_id || ' ' || coalesce(p.email, k.name, ''))`,
  })
}

/** What a person or key read in the last days, as one sum for each list and way. For owners. */
export async function sumPersonalDataReads(
  ctx: Context,
  readerId: string,
  days: number,
): Promise<PersonalDataReadSum[]> {
  requirePermission(ctx.actor, 'staff.edit')
  return query(ctx.db, PersonalDataReadSum)`
    select data, way, sum(records)::int as records, count(*)::int as days, max(day)::text as "lastDay"
    from personal_data_reads where reader_id = ${readerId}
      and day > (${ctx.now}::timestamptz at time zone store_time_zone())::date - ${days}::int
    group by data, way order by records desc, data, way`
}

/** Returns the number of deleted rows. */
export function deleteOldPersonalReads(db: Db, limit: number): Promise<number> {
  return execute(db)`
    delete from personal_data_reads where id = any(array(
      select id from personal_data_reads where day < current_date - ${RETENTION.personalDataReadDays}::int
      limit ${limit} for update skip locked))`
}
