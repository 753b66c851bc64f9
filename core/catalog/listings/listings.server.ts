import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { placeholderPicture } from '#core/media/placeholder-picture.ts'
import { StoredPicture } from '#core/media/stored-picture.server.ts'
import { listPage, type SortOrder } from '#core/pagination.ts'
import { wrapError } from '#core/wrap-error.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { CATEGORIES, type ProductSort } from '../product.ts'
import { findProducts, type ProductList } from '../products.server.ts'
import type { ListingFilter, ListingSummary, MemberCondition } from './listing.ts'

export type ListingList = { listings: ListingSummary[]; nextCursor: string | null }

/** One card per family or single product, with the first member that matches the filter. */
export async function listListings(ctx: Context, filter: ListingFilter): Promise<ListingList> {
  const { rows, next } = await listPage(
    SORT_ORDERS[filter.sort],
    filter,
    ({ cursorCondition, orderBy, limit }) =>
      wrapError('Failed to fetch products', () =>
        selectListings(
          ctx.reads ?? ctx.db,
          sql`listings l join ${cardProduct(filter)} p on true`,
          sql`${cursorCondition} and ${filterCondition(filter)} order by ${orderBy} limit ${limit}`,
        ),
      ),
  )
  return { listings: rows.map(({ card }) => toListing(card)), nextCursor: next }
}

/** The products on the cards, with all their fields. */
export async function listCardProducts(ctx: Context, filter: ListingFilter): Promise<ProductList> {
  const { listings, nextCursor } = await listListings(ctx, filter)
  const ids = listings.map(({ id }) => id)
  return { products: await findProducts(ctx, ids), nextCursor }
}

export type MemberFilter = MemberCondition & { words?: string[] }

/** By lead product, in the requested order. On the card is the member whose shade and size are most among the words. */
export async function findListings(
  ctx: Context,
  leadIds: string[],
  filter: MemberFilter = {},
): Promise<ListingSummary[]> {
  if (!leadIds.length) return []
  const rows = await selectListings(
    ctx.reads ?? ctx.db,
    sql`listings l join ${bestMember(filter)} p on true`,
    sql`l.lead_id = any(${leadIds})`,
  )
  const byLeadId = new Map(rows.map((row) => [row.leadId, toListing(row.card)]))
  return leadIds.flatMap((id) => byLeadId.get(id) ?? [])
}

export async function findListingsBySlug(ctx: Context, slugs: string[]): Promise<ListingSummary[]> {
  const rows = await selectListings(
    ctx.reads ?? ctx.db,
    sql`products p join listings l on l.id = p.listing_id`,
    sql`p.slug = any(${slugs}) and p.status = 'published'`,
  )
  return rows.map(({ card }) => toListing(card))
}

function filterCondition({ category, inStock, featured, pictured, ...member }: ListingFilter): Sql {
  const { colorGroup, size, prices } = member
  const conditions = [
    category ? sql`l.category = ${category}` : sql`true`,
    inStock === undefined ? sql`true` : sql`l.in_stock = ${inStock}`,
    featured ? sql`l.featured` : sql`true`,
    pictured ? sql`l.pictured` : sql`true`,
    colorGroup ? sql`l.color_groups @> array[${colorGroup}]` : sql`true`,
    size ? sql`l.size_names @> array[${size}]` : sql`true`,
    prices ? sql`l.highest_price >= ${prices.min}::bigint and l.price <= ${prices.max}::bigint` : sql`true`,
  ]
  return sql.join(conditions, ' and ')
}

const CARD_PRODUCT = sql`lateral (select * from products m where m.id = l.card_id)`

/** The listing's own card, or the first member that meets the conditions. */
function cardProduct({ inStock, ...filter }: ListingFilter): Sql {
  if (!hasCondition(filter)) return CARD_PRODUCT
  return sql`lateral (select * from products m where m.listing_id = l.id and ${memberCondition(filter)}
    ${inStock ? sql`and m.in_stock` : sql``} order by m.in_stock desc, m.position, m.id limit 1)`
}

const hasCondition = ({ colorGroup, size, prices }: MemberCondition) => Boolean(colorGroup || size || prices)

/** On a member `m`. */
export function memberCondition({ colorGroup, size, prices }: MemberCondition): Sql {
  const conditions = [
    sql`m.status = 'published'`,
    colorGroup ? sql`m.color_group = ${colorGroup}` : undefined,
    size ? sql`display_size(m.size_quantity, m.size_unit) = ${size}` : undefined,
    prices ? sql`m.price between ${prices.min}::bigint and ${prices.max}::bigint` : undefined,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    ' and ',
  )
}

function bestMember({ words = [], ...filter }: MemberFilter): Sql {
  if (!words.length && !hasCondition(filter)) return CARD_PRODUCT
  return sql`lateral (select * from products m where m.listing_id = l.id and ${memberCondition(filter)}
    order by (select count(*) from unnest(m.option_words) word where word = any(${words}::text[])) desc,
      m.id = l.card_id desc, m.in_stock desc, m.position, m.id limit 1)`
}

function selectListings(db: Db, source: Sql, condition: Sql): Promise<ListingRow[]> {
  return query(db, ListingRow)`
    select l.id, l.lead_id as "leadId", l.name, l.price, l.created_at as "createdAt", ${LISTING_CARD} as card
    from ${source} join stock_levels s on s.product_id = p.id left join families f on f.id = p.family_id
    where ${condition}`
}

/** What a card shows of a listing `l`, by its product `p`, family `f`, and stock `s`. */
export const LISTING_CARD = sql`json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'brand', p.brand,
  'tagline', case when p.tagline = '' then coalesce(f.tagline, '') else p.tagline end, 'category', p.category,
  'price', p.price, 'originalPrice', p.original_price, 'image', p.images -> 0, 'stock', s.available,
  'family', case when f.id is null then null else json_build_object('id', f.id, 'name', f.name, 'lowestPrice', l.price,
    'highestPrice', l.highest_price, 'inStock', l.in_stock, 'shades', l.shades, 'sizes', l.sizes, 'swatches', l.swatches,
    'shade', p.shade_name) end)`

export const ListingCard = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  tagline: z.string(),
  category: z.enum(CATEGORIES),
  price: z.int(),
  originalPrice: z.int().nullable(),
  image: StoredPicture.nullable(),
  stock: z.int(),
  family: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      lowestPrice: z.int(),
      highestPrice: z.int(),
      inStock: z.boolean(),
      shades: z.int(),
      sizes: z.int(),
      swatches: z.array(z.strictObject({ name: z.string(), color: z.string() })),
      shade: z.string().nullable(),
    })
    .nullable(),
})

const ListingRow = z.strictObject({
  id: z.string(),
  leadId: z.string(),
  name: z.string(),
  price: z.int(),
  createdAt: z.date(),
  card: ListingCard,
})
type ListingRow = z.infer<typeof ListingRow>

const SORT_ORDERS: Record<ProductSort, SortOrder<ListingRow>> = {
  newest: {
    column: sql`l.created_at`,
    id: sql`l.id`,
    type: 'timestamptz',
    descending: true,
    toCursor: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
  },
  name: {
    column: sql`l.name`,
    id: sql`l.id`,
    type: 'text',
    toCursor: ({ name, id }) => ({ value: name, id }),
  },
  price: {
    column: sql`l.price`,
    id: sql`l.id`,
    type: 'bigint',
    toCursor: ({ price, id }) => ({ value: price, id }),
  },
}

export function toListing({ image, category, ...card }: z.infer<typeof ListingCard>): ListingSummary {
  return { ...card, image: image ?? placeholderPicture({ name: card.name, category }) }
}
