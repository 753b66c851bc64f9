import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listRows, type SortOrder } from '../pagination.ts'
import { RETENTION } from '../retention.ts'
import { PersonalDataReads } from './personal-read.ts'

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
    },
    searchText: sql`lower(r.reader_id || ' ' || coalesce(p.email, k.name, ''))`,
  })
}

/** What a member of the staff read in the last days, newest first. For owners. */
export async function findPersonalDataReads(
  ctx: Context,
  profileId: string,
  days: number,
): Promise<PersonalDataReads[]> {
  requirePermission(ctx.actor, 'staff.edit')
  return query(ctx.db, PersonalDataReads)`
    ${SELECT} where r.reader_id = ${profileId}
      and r.day > (${ctx.now}::timestamptz at time zone store_time_zone())::date - ${days}::int
    order by r.day desc, r.records desc, r.id`
}

/** Returns the number of deleted rows. */
export function deleteOldPersonalReads(db: Db, limit: number): Promise<number> {
  return execute(db)`
    delete from personal_data_reads where id = any(array(
      select id from personal_data_reads where day < current_date - ${RETENTION.personalDataReadDays}::int
      limit ${limit} for update skip locked))`
}
