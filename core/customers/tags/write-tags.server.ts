import { z } from 'zod'
import { invalidInput } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, type Sql, sql } from '#db/sql.ts'
import { MAX_TAGS } from './tag.ts'

/** A table of tags, and its column with what they belong to. */
export type TagTable = { table: Sql; owner: Sql }

export const CUSTOMER_TAGS: TagTable = { table: sql`customer_tags`, owner: sql`profile_id` }
export const ORDER_TAGS: TagTable = { table: sql`order_tags`, owner: sql`order_id` }

export function listTags(db: Db, { table, owner }: TagTable, id: string): Promise<string[]> {
  return queryColumn(db, z.string())`select tag from ${table} where ${owner} = ${id} order by lower(tag)`
}

/** Those that have the tag already keep it. Returns the others. */
export async function insertTag(
  db: Db,
  { table, owner }: TagTable,
  ids: readonly string[],
  tag: string,
): Promise<string[]> {
  try {
    return await queryColumn(db, z.string())`
      insert into ${table} (${owner}, tag) select id, ${tag} from unnest(${ids}::text[]) as id order by id
      on conflict do nothing returning ${owner}`
  } catch (error) {
    throw isLimitError(error) ? invalidInput('tag', `Use at most ${MAX_TAGS} tags. Remove one first.`) : error
  }
}

export async function deleteTag(
  db: Db,
  { table, owner }: TagTable,
  id: string,
  tag: string,
): Promise<boolean> {
  return Boolean(
    await execute(db)`delete from ${table} where ${owner} = ${id} and lower(tag) = lower(${tag})`,
  )
}

export async function replaceTags(
  db: Db,
  { table, owner }: TagTable,
  id: string,
  tags: readonly string[],
): Promise<void> {
  await execute(db)`delete from ${table} where ${owner} = ${id}`
  await execute(
    db,
  )`insert into ${table} (${owner}, tag) select ${id}, tag from unnest(${tags}::text[]) as tag`
}

const MAX_SUGGESTIONS = 100

/** Hops through the index from tag to tag, so that it stays fast with many orders. */
export function suggestTags(db: Db, { table }: TagTable): Promise<string[]> {
  return queryColumn(db, z.string())`
    with recursive known as (
      (select lower(tag) as name, tag from ${table} order by lower(tag) limit 1)
      union all
      select following.* from known, lateral (
        select lower(tag), tag from ${table} where lower(tag) > known.name order by lower(tag) limit 1
      ) following
    ) select tag from known limit ${MAX_SUGGESTIONS}`
}

export function hasTag({ table, owner }: TagTable, id: Sql, tag: string | undefined): Sql {
  return tag
    ? sql`exists (select from ${table} tagged where tagged.${owner} = ${id} and lower(tagged.tag) = lower(${tag}))`
    : sql`true`
}

/** As a column of a list. */
export function tagsOf({ table, owner }: TagTable, id: Sql): Sql {
  return sql`(select coalesce(json_agg(tagged.tag order by lower(tagged.tag)), '[]')
    from ${table} tagged where tagged.${owner} = ${id})`
}

function isLimitError(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'tags_limit'
}
