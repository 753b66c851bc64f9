import { z } from 'zod'
import { PRODUCT_SEARCH_TEXT } from '#core/catalog/admin-products.server.ts'
import type { Context } from '#core/context.ts'
import { likePattern, textContains } from '#core/pagination.ts'
import type { Db } from '#db/connection.ts'
import { queryColumn, type Sql, sql } from '#db/sql.ts'
import { visibleParts } from './visible-order.ts'

const MAX_WORDS = 6

/** Each word is in the number, email, or name of the order `o`, or in the name or SKU of one of its items. */
export async function matchesOrderSearch({ actor, db }: SearchContext, search = ''): Promise<Sql> {
  // A search can't be used to guess the emails that an actor doesn't see.
  const visibleText = visibleParts(actor).email ? ORDER_SEARCH_TEXT : NUMBER_AND_NAME
  const start = findStart(search)
  // The planner would use the trigram index as well, which takes longer.
  if (start && (visibleText === ORDER_SEARCH_TEXT || isNumberStart(search))) return start
  if (start) return sql`${start} and ${textContains(visibleText, search)}`
  const words = search.trim().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const conditions = await Promise.all(words.map((word) => matchesWord(db, word, visibleText)))
  return sql.join([sql`true`, ...conditions], ' and ')
}

type SearchContext = Pick<Context, 'actor' | 'db'>

async function matchesWord(db: Db, word: string, visibleText: Sql): Promise<Sql> {
  // Without three letters, a trigram index is of no use.
  if (word.length < 3)
    return sql`(${textContains(visibleText, word)} or exists (
      select from order_items i where i.order_id = o.id and ${textContains(ITEM_NAME, word)}))`
  const pattern = likePattern(word)
  // Of one OR, PostgreSQL can't use the three indexes.
  const ways = [
    sql`select o.id from orders o where ${ORDER_SEARCH_TEXT} like ${pattern} and ${visibleText} like ${pattern}`,
    sql`select i.order_id from order_items i where ${ITEM_NAME} like ${pattern}`,
    sql`select i.order_id from order_items i join products p on p.id = i.product_id
      where ${PRODUCT_SEARCH_TEXT} like ${pattern}`,
  ]
  // With EXISTS, the planner might read the items of all orders.
  const isMatch = sql`(${visibleText} like ${pattern} or (
    select bool_or(${ITEM_NAME} like ${pattern} or ${PRODUCT_SEARCH_TEXT} like ${pattern})
    from order_items i left join products p on p.id = i.product_id where i.order_id = o.id))`
  return (await isInRecentOrders(db, ways, isMatch)) ? isMatch : sql`o.id in (${sql.join(ways, ' union ')})`
}

/** Whether there are many matches, also among the newest orders. Then a page is found sooner one order after the other. */
async function isInRecentOrders(db: Db, ways: Sql[], isMatch: Sql): Promise<boolean> {
  const matches = sql.join(
    ways.map((way) => sql`(${way} limit ${COMMON})`),
    ' union all ',
  )
  const [isRecent = false] = await queryColumn(db, z.boolean(), { prepare: false })`
    select case when (select count(*) from (${matches}) matches) < ${COMMON} then false
      else (select count(*) >= ${PAGE} from (
        select from (select * from orders order by created_at desc, id desc limit ${COMMON}) o where ${isMatch} limit ${PAGE}
      ) page) end`
  return isRecent
}

const COMMON = 5000
const PAGE = 50

/**
 * The orders to search, as `o`. To find those whose number starts with three digits, the planner might read all orders
 * from the newest on, so they are collected first.
 */
export function searchedOrders(search = ''): Sql {
  const start = /^\s*eb\d{3}/i.test(search) && findStart(search)
  return start ? sql`(select * from orders o where ${start} offset 0) o` : sql`orders o`
}

const findStart = (search: string) => orderSearchStart(search.trim(), likePattern(search).slice(1))

const isNumberStart = (search: string) => /^eb\d+$/i.test(search.trim())

/** The trigram index matches too many rows here: trigrams have no @, and order numbers share theirs. */
export function orderSearchStart(search: string, pattern: string): Sql | undefined {
  if (/^[^\s@]+@/.test(search)) return sql`o.email like ${pattern}`
  if (isNumberStart(search)) return sql`o.number like ${pattern.toUpperCase()}`
}

/** As in the index. */
const ITEM_NAME = sql`lower(i.name)`

/** Without the email address, which not everyone sees. */
export const NUMBER_AND_NAME = sql`lower(o.number || ' ' || coalesce(o.shipping_address ->> 'firstName', '') || ' '
  || coalesce(o.shipping_address ->> 'lastName', ''))`

/** Number, email, and name of an order `o`. Must match the expression of the search index. */
export const ORDER_SEARCH_TEXT = sql`lower(o.number || ' ' || o.email || ' ' || coalesce(o.shipping_address ->> 'firstName', '') || ' '
  || coalesce(o.shipping_address ->> 'lastName', ''))`
