import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { wrapError } from '#core/errors.ts'
import { placeholderPicture } from '#core/media/placeholder-picture.ts'
import { StoredPicture } from '#core/media/stored-picture.server.ts'
import { listPage, rowBound, type SortOrder } from '#core/pagination.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { categoryNames, isInCategories } from '../categories/categories.server.ts'
import { ruleCondition } from '../collections/collections.server.ts'
import type { ProductSort } from '../product.ts'
import { findProducts, type ProductList } from '../products.server.ts'
import { hasIngredients } from './ingredient-condition.server.ts'
import type { ListingFilter, ListingSummary, MemberCondition } from './listing.ts'

export type ListingList = { listings: ListingSummary[]; nextCursor: string | null }

/** One card per family or single product, with the first member that matches the filter. */
export async function listListings(ctx: Context, filter: ListingFilter): Promise<ListingList> {
  const resolved = await resolveFilter(ctx, filter)
  const { rows, next } = await listPage(
    SORT_ORDERS[filter.sort],
    filter,
    ({ cursorCondition, orderBy, limit }) =>
      wrapError(
        'Failed to fetch products',
        () =>
          query(ctx.reads ?? ctx.db, ListingRow, { prepare: isUsual(filter) })`
          select * from (
            select ${LISTING_COLUMNS}, l.lead_id as "leadId", l.created_at as "createdAt"
            from listings l join ${cardProduct(filter)} p on true join stock_levels s on s.product_id = p.id
            where ${cursorCondition} and ${filterCondition(resolved)} order by ${orderBy} limit ${rowBound(limit)}
          ) page limit ${limit}`,
      ),
  )
  return { listings: rows.map(toListing), nextCursor: next }
}

/** The products on the cards, with all their fields. */
export async function listCardProducts(ctx: Context, filter: ListingFilter): Promise<ProductList> {
  const { listings, nextCursor } = await listListings(ctx, filter)
  const ids = listings.map(({ id }) => id)
  return { products: await findProducts(ctx, ids), nextCursor }
}

/** Like the list, without listings of which no single member meets all conditions. */
export async function countListings(ctx: Context, filter: Omit<ListingFilter, 'sort'>): Promise<number> {
  const resolved = await resolveFilter(ctx, filter)
  const hasMember = sql`exists (select from products m where m.listing_id = l.id and ${memberCondition(filter)}
    ${filter.inStock ? sql`and m.in_stock` : sql``})`
  const [count = 0] = await queryColumn(ctx.reads ?? ctx.db, z.int(), { prepare: isUsual(filter) })`
    select count(*)::int from listings l where ${filterCondition(resolved)}
      and ${hasCondition(filter) ? hasMember : sql`true`}`
  return count
}

export type MemberFilter = MemberCondition & { words?: string[] }

/** By lead product, in the requested order. On the card is the member whose shade and size are most among the words. */
export async function findListings(
  ctx: Context,
  leadIds: string[],
  filter: MemberFilter = {},
): Promise<ListingSummary[]> {
  if (!leadIds.length) return []
  // The planner expects equally many rows of a subselect's array, however many IDs, so it plans the statement only once.
  const rows = await query(ctx.reads ?? ctx.db, ListingRow)`
    select ${LISTING_COLUMNS}, l.lead_id as "leadId", l.created_at as "createdAt"
    from listings l join ${bestMember(filter)}
      join stock_levels s on s.product_id = p.id
    where l.lead_id = any((select ${leadIds}::text[])::text[])`
  const byLeadId = new Map(rows.map((row) => [row.leadId, toListing(row)]))
  return leadIds.flatMap((id) => byLeadId.get(id) ?? [])
}

export async function findListingsBySlug(ctx: Context, slugs: string[]): Promise<ListingSummary[]> {
  const rows = await query(ctx.reads ?? ctx.db, ListingCard)`
    select ${LISTING_COLUMNS}
    from products p join listings l on l.id = p.listing_id join stock_levels s on s.product_id = p.id
    where p.slug = any(${slugs}) and p.status = 'published'`
  return rows.map(toListing)
}

/** By product, in the requested order, without those that aren't published. On the card is the product itself. */
export async function findListingsOfProducts(ctx: Context, ids: string[]): Promise<ListingSummary[]> {
  if (!ids.length) return []
  const rows = await query(ctx.reads ?? ctx.db, ListingCard)`
    select ${LISTING_COLUMNS}
    from products p join listings l on l.id = p.listing_id join stock_levels s on s.product_id = p.id
    where p.id = any((select ${ids}::text[])::text[]) and p.status = 'published'`
  const byId = new Map(rows.map((row) => [row.id, toListing(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type ListingCondition = Omit<ListingFilter, 'sort' | 'category' | 'rule'> & {
  categories: string[] | undefined
  /** Of a product `m`. */
  meetsRule: Sql | undefined
}

async function resolveFilter(ctx: Context, filter: Omit<ListingFilter, 'sort'>): Promise<ListingCondition> {
  const categories = await categoryNames(ctx, filter.category)
  return { ...filter, categories, meetsRule: filter.rule && (await ruleCondition(ctx, filter.rule)) }
}

/** A statement with rare conditions isn't prepared. */
const isUsual = (filter: MemberCondition & Pick<ListingFilter, 'rule'>) =>
  !hasCondition(filter) && !filter.rule

function filterCondition({
  categories,
  meetsRule,
  inStock,
  featured,
  pictured,
  ...member
}: ListingCondition): Sql {
  const { colorGroup, size, prices, ingredients } = member
  const conditions = [
    isInCategories(sql`l.category`, categories),
    meetsRule ? sql`l.id in (select m.listing_id from products m where ${meetsRule})` : sql`true`,
    inStock === undefined ? sql`true` : sql`l.in_stock = ${inStock}`,
    featured ? sql`l.featured` : sql`true`,
    pictured ? sql`l.pictured` : sql`true`,
    colorGroup ? sql`l.color_groups @> array[${colorGroup}]` : sql`true`,
    size ? sql`l.size_names @> array[${size}]` : sql`true`,
    prices ? sql`l.highest_price >= ${prices.min}::bigint and l.price <= ${prices.max}::bigint` : sql`true`,
    ingredients
      ? sql`l.id in (select m.listing_id from products m where m.status = 'published' and ${hasIngredients(sql`m.id`, ingredients)})`
      : sql`true`,
  ]
  return sql.join(conditions, ' and ')
}

/** The listing's own card, or the first member that meets the conditions. */
function cardProduct({ inStock, ...filter }: ListingFilter): Sql {
  if (!hasCondition(filter)) return sql`lateral (select * from products m where m.id = l.card_id)`
  return sql`lateral (select * from products m where m.listing_id = l.id and ${memberCondition(filter)}
    ${inStock ? sql`and m.in_stock` : sql``} order by m.in_stock desc, m.position, m.id limit 1)`
}

const hasCondition = ({ colorGroup, size, prices, ingredients }: MemberCondition) =>
  Boolean(colorGroup || size || prices || ingredients)

/** On a member `m`. */
export function memberCondition({ colorGroup, size, prices, ingredients }: MemberCondition): Sql {
  const conditions = [
    sql`m.status = 'published'`,
    colorGroup ? sql`m.color_group = ${colorGroup}` : undefined,
    size ? sql`display_size(m.size_quantity, m.size_unit) = ${size}` : undefined,
    prices ? sql`m.price between ${prices.min}::bigint and ${prices.max}::bigint` : undefined,
    ingredients && hasIngredients(sql`m.id`, ingredients),
  ]
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    ' and ',
  )
}

/** The member that matches best, or the listing's own card. Without `offset 0`, each join would search for it again. */
function bestMember({ words = [], ...filter }: MemberFilter): Sql {
  if (!words.length && !hasCondition(filter)) return sql`products p on p.id = l.card_id`
  const searched = sql`(select ${words}::text[])::text[]`
  return sql`lateral (select coalesce((select m.id from products m
      where m.listing_id = l.id and ${memberCondition(filter)} ${hasCondition(filter) ? sql`` : sql`and m.option_words && ${searched}`}
      order by (select count(*) from unnest(m.option_words) word where word = any(${searched})) desc,
        m.id = l.card_id desc, m.in_stock desc, m.position, m.id limit 1), l.card_id) as id offset 0) best on true
    join products p on p.id = best.id`
}

/** What a card shows of a listing `l`, by its product `p` and stock `s`. Columns, because building JSON takes as long as all the joins. */
export const LISTING_COLUMNS = sql`p.id, p.slug, p.name, p.brand,
  case when p.tagline = '' and p.family_id is not null then (select f.tagline from families f where f.id = p.family_id)
    else p.tagline end as tagline,
  p.price, p.original_price as "originalPrice", p.images -> 0 as image, s.available as stock, p.preorder_date is not null as "isPreorder",
  p.family_id as "familyId", l.name as "listingName", l.price as "lowestPrice", l.highest_price as "highestPrice",
  l.in_stock as "inStock", l.shades, l.sizes, l.choices, l.swatches, p.shade_name as shade`

export const ListingCard = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  tagline: z.string(),
  price: z.int(),
  originalPrice: z.int().nullable(),
  image: StoredPicture.nullable(),
  stock: z.int(),
  isPreorder: z.boolean(),
  familyId: z.string().nullable(),
  listingName: z.string(),
  lowestPrice: z.int(),
  highestPrice: z.int(),
  inStock: z.boolean(),
  shades: z.int(),
  sizes: z.int(),
  choices: z.int(),
  swatches: z.array(z.strictObject({ name: z.string(), color: z.string() })),
  shade: z.string().nullable(),
})
type ListingCard = z.infer<typeof ListingCard>

const ListingRow = ListingCard.extend({ leadId: z.string(), createdAt: z.date() })
type ListingRow = z.infer<typeof ListingRow>

const listingId = ({ familyId, id }: ListingRow) => familyId ?? id

const SORT_ORDERS: Record<ProductSort, SortOrder<ListingRow>> = {
  newest: {
    column: sql`l.created_at`,
    id: sql`l.id`,
    type: 'timestamptz',
    descending: true,
    toCursor: (row) => ({ value: row.createdAt.toISOString(), id: listingId(row) }),
  },
  name: {
    column: sql`l.name`,
    id: sql`l.id`,
    type: 'text',
    toCursor: (row) => ({ value: row.listingName, id: listingId(row) }),
  },
  price: {
    column: sql`l.price`,
    id: sql`l.id`,
    type: 'bigint',
    toCursor: (row) => ({ value: row.lowestPrice, id: listingId(row) }),
  },
}

export function toListing(card: ListingCard): ListingSummary {
  const { id, slug, name, brand, tagline, price, originalPrice, stock, isPreorder, familyId } = card
  const image = card.image ?? placeholderPicture({ name })
  const product = { id, slug, name, brand, tagline, price, originalPrice, image, stock, isPreorder }
  if (!familyId) return { ...product, family: null }
  const { listingName, lowestPrice, highestPrice, inStock, shades, sizes, choices, swatches, shade } = card
  const prices = { lowestPrice, highestPrice }
  return {
    ...product,
    family: { id: familyId, name: listingName, ...prices, inStock, shades, sizes, choices, swatches, shade },
  }
}
