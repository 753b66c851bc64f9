import { type Sql, sql } from '#db/sql.ts'

/** Whether the column names an owner, or a key that an owner created. Others could create neither keys nor webhooks. */
export const isCreatorOwner = (column: Sql): Sql => sql`
  exists (select from profiles creator where creator.role = 'admin'
    and creator.id in (${column}, (select created_by from api_keys creating where creating.id = ${column})))`

/** Of an endpoint `e`: who created it, and who changed its address. */
export const IS_ENDPOINT_OF_OWNERS = sql`
  (${isCreatorOwner(sql`e.created_by`)} and (e.url_changed_by is null or ${isCreatorOwner(sql`e.url_changed_by`)}))`
