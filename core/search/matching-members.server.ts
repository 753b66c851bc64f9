import { z } from 'zod'
import { query } from '#db/sql.ts'
import { type MemberFilter, memberCondition } from '../catalog/listings/listings.server.ts'
import type { Product } from '../catalog/product.ts'
import { PRODUCT_COLUMNS, PRODUCTS_WITH_STOCK, ProductRow, toProduct } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { type Cursor, decodeCursor, encodeCursor } from '../cursor.ts'

const MatchingRow = ProductRow.extend({ leadId: z.string() })

/** For each listing, the published members that meet the conditions and whose shade and size have the most of the words; the first is the best. */
export async function findMatchingMembers(
  { db, reads = db }: Context,
  leadIds: string[],
  { words = [], ...filter }: MemberFilter = {},
): Promise<Product[][]> {
  if (!leadIds.length) return []
  const rows = await query(reads, MatchingRow)`
    select ${PRODUCT_COLUMNS}, ranked.lead_id as "leadId"
    from (
      select m.id as member, l.lead_id, rank() over (partition by l.id order by hits.number desc) as place,
        m.id = l.card_id as is_card, m.position
      from listings l join products m on m.listing_id = l.id and ${memberCondition(filter)},
        lateral (select count(*) as number from unnest(m.option_words) word where word = any(${words}::text[])) hits
      where l.lead_id = any(${leadIds})
    ) ranked join ${PRODUCTS_WITH_STOCK} on products.id = ranked.member
    where ranked.place = 1 order by ranked.is_card desc, ranked.position, products.id`
  const byLead = Map.groupBy(rows, ({ leadId }) => leadId)
  return leadIds.map((id) => (byLead.get(id) ?? []).map(toProduct))
}

/** A page can end between two members of a family: its cursor has the listing before it and how many were taken. */
export function readMemberCursor(text: string | undefined): { cursor: string | undefined; skip: number } {
  if (!text) return { cursor: undefined, skip: 0 }
  const { value, id } = decodeCursor(text)
  const [, listing, skip] = /^(.*)~([0-9]{1,4})$/.exec(id) ?? []
  if (listing === undefined) return { cursor: text, skip: 0 }
  return { cursor: listing ? encodeCursor({ value, id: listing }) : undefined, skip: Number(skip) }
}

type MemberPage = {
  /** The matching members of each listing on the page, in its order. */
  members: Product[][]
  cursors: Cursor[]
  cursor: string | undefined
  skip: number
  limit: number
  next: string | null
}

/** Takes a page of products from a page of listings. */
export function takeMembers({ members, cursors, cursor, skip, limit, next }: MemberPage): {
  items: Product[]
  nextCursor: string | null
} {
  const items: Product[] = []
  let before = cursor ? decodeCursor(cursor) : { value: '', id: '' }
  for (const [index, listing] of members.entries()) {
    const start = index ? 0 : skip
    const taken = listing.slice(start, start + limit - items.length)
    items.push(...taken)
    const end = start + taken.length
    if (end < listing.length)
      return { items, nextCursor: encodeCursor({ ...before, id: `${before.id}~${end}` }) }
    before = cursors[index] ?? before
  }
  return { items, nextCursor: next }
}

export const firstOfEach = (members: Product[][]) => members.flatMap(([first]) => first ?? [])
