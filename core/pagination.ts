import { type Sql, sql } from '#db/sql.ts'
import { type Cursor, decodeCursor, encodeCursor, requireCursorType, type SortType } from './cursor.ts'

export type ListQuery = {
  search?: string
  filter?: string
  scope?: string
  sort?: string
  cursor?: string
  limit?: number
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

type PageRange = { cursorCondition: Sql; orderBy: Sql; limit: number }

const PAGE_SIZE = 50
const BACKWARDS_PREFIX = '~'

/** Reads one page forwards or backwards from a cursor. One extra row tells whether there are more. */
export async function listPage<Row>(
  order: SortOrder<Row>,
  { cursor, limit = PAGE_SIZE }: Pick<ListQuery, 'cursor' | 'limit'>,
  fetchRows: (range: PageRange) => PromiseLike<Row[]>,
): Promise<ListPage<Row>> {
  const isBackwards = cursor?.startsWith(BACKWARDS_PREFIX) ?? false
  const start =
    cursor &&
    requireCursorType(order.type, decodeCursor(isBackwards ? cursor.slice(BACKWARDS_PREFIX.length) : cursor))
  const isDescending = Boolean(order.descending) !== isBackwards
  const fetched = await fetchRows({
    cursorCondition: start ? afterCursor(order, start, isDescending) : sql`true`,
    orderBy: sql`${order.column} ${direction(isDescending)}, ${order.id} ${direction(isDescending)}`,
    limit: limit + 1,
  })
  const hasMore = fetched.length > limit
  const rows = isBackwards ? fetched.slice(0, limit).reverse() : fetched.slice(0, limit)
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

export async function* everyPage<Row>(
  query: ListQuery,
  list: (query: ListQuery) => Promise<ListPage<Row>>,
): AsyncGenerator<Row[]> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await list({ ...query, cursor, limit: 500 })
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
