import { type SQL, sql } from 'drizzle-orm'
import { type Cursor, checkedCursor, readCursor, type SortedBy, writeCursor } from './cursor.ts'

/** What a list of the back office is asked for; each list says which filters and sorts it knows. */
export type Asked = {
  search?: string
  filter?: string
  /** A second filter, where a list has two that narrow each other. */
  within?: string
  sort?: string
  cursor?: string
  limit?: number
}
export type Listed<Row> = { rows: Row[]; next: string | null; previous: string | null }

/** An order that an index walks: a value, and the id that breaks ties, both in one direction. */
export type Order<Row> = {
  by: SQL
  id: SQL
  as: SortedBy
  down?: boolean
  at(row: Row): Cursor
}

type Range = { within: SQL; orderBy: SQL; limit: number }

const PAGE = 50
const BACKWARDS = '~'

/** One page of a list, forwards or backwards from a cursor, in one statement that stops after the page. */
export async function listPage<Row>(
  order: Order<Row>,
  { cursor, limit = PAGE }: Pick<Asked, 'cursor' | 'limit'>,
  fetch: (range: Range) => PromiseLike<Row[]>,
): Promise<Listed<Row>> {
  const back = cursor?.startsWith(BACKWARDS) ?? false
  const from =
    cursor === undefined
      ? undefined
      : checkedCursor(order.as, readCursor(back ? cursor.slice(BACKWARDS.length) : cursor))
  const down = Boolean(order.down) !== back
  const found = await fetch({
    within: from ? beyond(order, from, down) : sql`true`,
    orderBy: sql`${order.by} ${direction(down)}, ${order.id} ${direction(down)}`,
    limit: limit + 1,
  })
  const more = found.length > limit
  const rows = back ? found.slice(0, limit).reverse() : found.slice(0, limit)
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    rows,
    next: last && (back || more) ? writeCursor(order.at(last)) : null,
    previous: first && (back ? more : from) ? BACKWARDS + writeCursor(order.at(first)) : null,
  }
}

function beyond<Row>({ by, id, as }: Order<Row>, from: Cursor, down: boolean): SQL {
  return sql`(${by}, ${id}) ${sql.raw(down ? '<' : '>')} (${from.value}::${sql.raw(as)}, ${from.id})`
}

const direction = (down: boolean) => sql.raw(down ? 'desc' : 'asc')

/** Every row of a list, a page at a time: for an export, however long. */
export async function* everyPage<Row>(
  asked: Asked,
  list: (asked: Asked) => Promise<Listed<Row>>,
): AsyncGenerator<Row[]> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await list({ ...asked, cursor, limit: 500 })
    yield rows
    if (!next) return
    cursor = next
  }
}

/** The text as part of another, letter by letter: what stands for any letter in a pattern stands for itself. */
export function containing(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether words that have an index of their letters hold a text; one or two letters stand there as a word's first alone. */
export function holds(words: SQL, text: string): SQL {
  const pattern = containing(text)
  if (text.trim().length > 2) return sql`${words} like ${pattern}`
  const first = pattern.slice(1)
  return sql`(${words} like ${first} or ${words} like ${`% ${first}`})`
}
