import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { queryColumn, type Sql, sql } from '#db/sql.ts'
import { type PageRange, sortBy, textContains } from '../pagination.ts'
import type { Bucket } from './upload.ts'

const byCreatedAt = sortBy('createdAt', sql`m.created_at`, 'timestamptz', sql`m.id`)
const byName = sortBy('name', sql`m.name`, 'text', sql`m.id`)
const bySize = sortBy('bytes', sql`m.bytes`, 'bigint', sql`m.id`)
/** The orders of a list of files `m`. */
export const FILE_SORTS = {
  newest: { ...byCreatedAt, descending: true },
  oldest: byCreatedAt,
  name: byName,
  'name-down': { ...byName, descending: true },
  size: bySize,
  'size-down': { ...bySize, descending: true },
}

export const UPLOADS = sql`
  select u.id, u.bucket, u.path, u.name, u.type, u.bytes, u.picture_id, p.alt, u.created_at
  from uploads u left join pictures p on p.id = u.picture_id`

export function nameOrAltContains(search: string): Sql {
  return sql`(${textContains(sql`lower(m.name)`, search)} or ${textContains(sql`lower(m.alt)`, search)})`
}

type UploadPage = { bucket: Bucket; rows: Sql; range: PageRange; search: string | undefined }

/**
 * `rows` selects the uploads `m` of a list and ends with its conditions. Common text is found among the first of them. Rare
 * text is found by indexes, which would return all uploads with a common one.
 */
export async function pageOfUploads(db: Db, { bucket, rows, range, search }: UploadPage): Promise<Sql> {
  const { orderBy, limit } = range
  const page = sql`order by ${orderBy} limit ${limit}`
  if (!search) return sql`(${rows} ${page})`
  // `offset 0` sorts what was found: reading the uploads in their order until enough are found can take longer.
  const pageOf = (ids: string[]) =>
    sql`(select * from (${rows} and id in (select unnest(${ids}::text[])) offset 0) m ${page})`
  const queryIds = queryColumn(db, z.string(), { prepare: false })
  const firstIds = await queryIds`
    select id from (${rows} order by ${orderBy} limit ${FIRST_UPLOADS}) m where ${nameOrAltContains(search)} ${page}`
  if (firstIds.length === limit) return pageOf(firstIds)
  const nameContains = textContains(sql`lower(name)`, search)
  const altContains = sql`alt <> '' and ${textContains(sql`lower(alt)`, search)}`
  const ids = await queryIds`
    select id from uploads where bucket = ${bucket} and ${nameContains}
    union all
    select u.id from pictures p join uploads u on u.picture_id = p.id where u.bucket = ${bucket} and ${altContains}
    limit ${RARE_UPLOADS + 1}`
  if (ids.length <= RARE_UPLOADS) return pageOf(ids)
  return sql`(${rows} and (${nameContains} or picture_id in (select id from pictures where ${altContains})) ${page})`
}

const FIRST_UPLOADS = 1000
const RARE_UPLOADS = 3000
