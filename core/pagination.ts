import { type SQL, sql } from 'drizzle-orm'
import { type Cursor, decodeCursor, encodeCursor, requireCursorType, type SortType } from './cursor.ts'

/** What a list of the back office is asked for; each list says which filters and sorts it knows. */
export type ListQuery = {
  search?: string
  filter?: string
  /** A second filter, where a list has two that narrow each other. */
  within?: string
  sort?: string
  cursor?: string
  limit?: number
}
export type ListPage<Row> = { rows: Row[]; next: string | null; previous: string | null }

/** An order that an index walks: a value, and the id that breaks ties, both in one direction. */
export type SortOrder<Row> = {
  by: SQL
  id: SQL
  as: SortType
  down?: boolean
  at(row: Row): Cursor
}

type PageRange = { within: SQL; orderBy: SQL; limit: number }

const PAGE_SIZE = 50
const BACKWARDS_PREFIX = '~'

/** One page of a list, forwards or backwards from a cursor, in one statement that stops after the page. */
export async function listPage<Row>(
  order: SortOrder<Row>,
  { cursor, limit = PAGE_SIZE }: Pick<ListQuery, 'cursor' | 'limit'>,
  fetchRows: (range: PageRange) => PromiseLike<Row[]>,
): Promise<ListPage<Row>> {
  const isBackwards = cursor?.startsWith(BACKWARDS_PREFIX) ?? false
  const start =
    cursor === undefined
      ? undefined
      : requireCursorType(
          order.as,
          decodeCursor(isBackwards ? cursor.slice(BACKWARDS_PREFIX.length) : cursor),
        )
  const isDescending = Boolean(order.down) !== isBackwards
  const fetched = await fetchRows({
    within: start ? afterCursor(order, start, isDescending) : sql`true`,
    orderBy: sql`${order.by} ${direction(isDescending)}, ${order.id} ${direction(isDescending)}`,
    limit: limit + 1,
  })
  const hasMore = fetched.length > limit
  const rows = isBackwards ? fetched.slice(0, limit).reverse() : fetched.slice(0, limit)
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    rows,
    next: last && (isBackwards || hasMore) ? encodeCursor(order.at(last)) : null,
    previous:
      first && (isBackwards ? hasMore : start) ? BACKWARDS_PREFIX + encodeCursor(order.at(first)) : null,
  }
}

function afterCursor<Row>({ by, id, as }: SortOrder<Row>, start: Cursor, isDescending: boolean): SQL {
  return sql`(${by}, ${id}) ${sql.raw(isDescending ? '<' : '>')} (${start.value}::${sql.raw(as)}, ${start.id})`
}

const direction = (isDescending: boolean) => sql.raw(isDescending ? 'desc' : 'asc')

/** Every row of a list, a page at a time: for an export, however long. */
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

/** The text as part of another, letter by letter: what stands for any letter in a pattern stands for itself. */
export function likePattern(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether words that have an index of their letters hold a text; one or two letters stand there as a word's first alone. */
export function textContains(column: SQL, text: string): SQL {
  const pattern = likePattern(text)
  if (text.trim().length > 2) return sql`${column} like ${pattern}`
  const first = pattern.slice(1)
  return sql`(${column} like ${first} or ${column} like ${`% ${first}`})`
}
