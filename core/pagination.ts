import type { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { type Cursor, decodeCursor, encodeCursor, requireCursorType, type SortType } from './cursor.ts'

export type ListQuery = {
  search?: string
  filter?: string
  scope?: string
  tag?: string
  /** A preset, or `from` and `to` as dates in the store's time zone. */
  period?: string
  from?: string
  to?: string
  country?: string
  sort?: string
  cursor?: string
  limit?: number
  /** Whether the page is part of a file. */
  reading?: 'export' | 'approved-export'
}
export type ListPage<Row> = { rows: Row[]; next: string | null; previous: string | null }

/** A sort that an index supports: a value and the ID that breaks ties, both in one direction. */
export type SortOrder<Row> = {
  column: Sql
  id: Sql
  type: SortType
  descending?: boolean
  toCursor(row: Row): Cursor
}

/** `key` is the column's name in the rows. */
export function sortBy<Key extends string>(
  key: Key,
  column: Sql,
  type: SortType,
  id: Sql,
): SortOrder<Record<Key, string | number | Date> & { id: string }> {
  return {
    column,
    id,
    type,
    toCursor(row) {
      const value = row[key]
      return { value: value instanceof Date ? value.toISOString() : value, id: row.id }
    },
  }
}

/** Only own properties: `constructor` in a URL is no filter. */
export function findOption<Option>(options: Record<string, Option>, name = ''): Option | undefined {
  return Object.hasOwn(options, name) ? options[name] : undefined
}

export type PageRange = {
  start: Cursor | undefined
  isBackwards: boolean
  isDescending: boolean
  cursorCondition: Sql
  orderBy: Sql
  limit: number
}

const PAGE_SIZE = 50
const BACKWARDS_PREFIX = '~'

type PageQuery = Pick<ListQuery, 'cursor' | 'limit'>

/** Reads one page forwards or backwards from a cursor. */
export async function listPage<Row>(
  order: SortOrder<Row>,
  pageQuery: PageQuery,
  fetchRows: (range: PageRange) => PromiseLike<Row[]>,
): Promise<ListPage<Row>> {
  const range = pageRange(order, pageQuery)
  return toListPage(order, range, await fetchRows(range))
}

/** For a statement that reads more than the page. One extra row tells whether there are more. */
export function pageRange<Row>(order: SortOrder<Row>, { cursor, limit = PAGE_SIZE }: PageQuery): PageRange {
  const isBackwards = cursor?.startsWith(BACKWARDS_PREFIX) ?? false
  const start = cursor
    ? requireCursorType(
        order.type,
        decodeCursor(isBackwards ? cursor.slice(BACKWARDS_PREFIX.length) : cursor),
      )
    : undefined
  const isDescending = Boolean(order.descending) !== isBackwards
  return {
    start,
    isBackwards,
    isDescending,
    cursorCondition: start ? afterCursor(order, start, isDescending) : sql`true`,
    orderBy: sql`${order.column} ${direction(isDescending)}, ${order.id} ${direction(isDescending)}`,
    limit: limit + 1,
  }
}

export function toListPage<Row>(
  order: SortOrder<Row>,
  { start, isBackwards, limit }: PageRange,
  fetched: Row[],
): ListPage<Row> {
  const hasMore = fetched.length === limit
  const visible = fetched.slice(0, limit - 1)
  const rows = isBackwards ? visible.reverse() : visible
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    rows,
    next: last && (isBackwards || hasMore) ? encodeCursor(order.toCursor(last)) : null,
    previous:
      first && (isBackwards ? hasMore : start)
        ? BACKWARDS_PREFIX + encodeCursor(order.toCursor(first))
        : null,
  }
}

function afterCursor<Row>({ column, id, type }: SortOrder<Row>, start: Cursor, isDescending: boolean): Sql {
  return sql`(${column}, ${id}) ${sql.raw(isDescending ? '<' : '>')} (${start.value}::${sql.raw(type)}, ${start.id})`
}

const direction = (isDescending: boolean) => sql.raw(isDescending ? 'desc' : 'asc')

/**
 * A constant for the limit of a subselect, whose result the real limit then cuts. With a parameter as its only limit,
 * the planner expects a tenth of all rows, finds its prepared plan too costly, and plans each request again,
 * which takes as long as reading the rows.
 */
export function rowBound(limit: number): Sql {
  const bound = [30, 120].find((candidate) => limit <= candidate)
  return bound ? sql.raw(String(bound)) : sql`null`
}

type ListDefinition<Row> = {
  /** Without an `order by`, `where`, and `limit`. */
  select: Sql
  /** The first one is the default. */
  sorts: Record<string, SortOrder<Row>>
  filters?: Record<string, Sql>
  /** The text that a search looks in, as in its index. */
  searchText?: Sql
  /** Searches for text that another index finds by its start. The pattern is as for `like`. */
  searchStart?: (search: string, pattern: string) => Sql | undefined
  condition?: Sql
}

/** The page of a list, with the sort order, filter, and search that the query asks for. */
export function listRows<Schema extends z.ZodType>(
  db: Db,
  row: Schema,
  listQuery: ListQuery,
  definition: ListDefinition<z.infer<Schema>>,
): Promise<ListPage<z.infer<Schema>>> {
  const { select, sorts, filters = {}, condition = sql`true` } = definition
  const { sort, filter, search } = listQuery
  const order = findOption(sorts, sort) ?? Object.values(sorts)[0]
  if (!order) throw new Error('The list has no sort order')
  const isListed = findOption(filters, filter)
  const matches = (search && searchCondition(definition, search)) || sql`true`
  return listPage(
    order,
    listQuery,
    ({ cursorCondition, orderBy, limit }) =>
      query(db, row, { prepare: false })`
      ${select} where ${cursorCondition} and ${condition} and ${isListed ?? sql`true`} and ${matches}
      order by ${orderBy} limit ${limit}`,
  )
}

function searchCondition(
  { searchText, searchStart }: Pick<ListDefinition<unknown>, 'searchText' | 'searchStart'>,
  search: string,
): Sql | undefined {
  const startsWith = searchStart?.(search.trim(), likePattern(search).slice(1))
  return startsWith ?? (searchText && textContains(searchText, search))
}

export async function* everyPage<Row>(
  listQuery: ListQuery,
  list: (listQuery: ListQuery) => Promise<ListPage<Row>>,
): AsyncGenerator<Row[]> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await list({ ...listQuery, cursor, limit: 500 })
    yield rows
    if (!next) return
    cursor = next
  }
}

/** Matches the text literally: LIKE wildcards are escaped. */
export function likePattern(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
}

/** A trigram index can't find one or two letters, so they match only the start of a word. */
export function textContains(column: Sql, text: string): Sql {
  const pattern = likePattern(text)
  if (text.trim().length > 2) return sql`${column} like ${pattern}`
  const first = pattern.slice(1)
  return sql`(${column} like ${first} or ${column} like ${`% ${first}`})`
}
