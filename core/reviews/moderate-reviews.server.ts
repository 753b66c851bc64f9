import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { query, sql } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import {
  findOption,
  type ListPage,
  type ListQuery,
  listPage,
  type SortOrder,
  textContains,
} from '../pagination.ts'
import { recordListRead } from '../personal-reads/record-read.server.ts'

export const REVIEW_STATUSES = ['pending', 'published', 'rejected'] as const

const AdminReview = z.strictObject({
  id: z.string(),
  productId: z.string(),
  /** Named as it was when it was bought. */
  product: z.string(),
  author: z.string(),
  rating: z.int(),
  title: z.string(),
  body: z.string(),
  status: z.enum(REVIEW_STATUSES),
  createdAt: z.date(),
})
export type AdminReview = z.infer<typeof AdminReview>

const byCreatedAt: SortOrder<AdminReview> = {
  column: sql`r.created_at`,
  id: sql`r.id`,
  type: 'timestamptz',
  toCursor: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
}
const byStars: SortOrder<AdminReview> = {
  column: sql`r.rating`,
  id: sql`r.id`,
  type: 'bigint',
  toCursor: ({ rating, id }) => ({ value: rating, id }),
}
const NEWEST: SortOrder<AdminReview> = { ...byCreatedAt, descending: true }
const SORTS: Record<string, SortOrder<AdminReview>> = {
  newest: NEWEST,
  oldest: byCreatedAt,
  stars: byStars,
  'stars-down': { ...byStars, descending: true },
}
export async function listAdminReviews(ctx: Context, listQuery: ListQuery): Promise<ListPage<AdminReview>> {
  requirePermission(ctx.actor, 'reviews.moderate')
  const status = REVIEW_STATUSES.find((candidate) => candidate === listQuery.filter)
  const statusFilter = status ? sql`r.status = ${status}` : sql`true`
  const matches = listQuery.search ? textContains(SEARCH_TEXT, listQuery.search) : sql`true`
  const sort = findOption(SORTS, listQuery.sort) ?? NEWEST
  const page = await listPage(
    sort,
    listQuery,
    ({ cursorCondition, orderBy, limit }) =>
      query(ctx.db, AdminReview, { prepare: false })`
      ${SELECT_REVIEWS}
      where ${cursorCondition} and ${statusFilter} and ${matches} order by ${orderBy} limit ${limit}`,
  )
  return recordListRead(ctx, 'reviews', listQuery, page)
}

export async function findAdminReview(ctx: Context, id: string): Promise<AdminReview> {
  requirePermission(ctx.actor, 'reviews.moderate')
  const [review] = await query(ctx.db, AdminReview)`${SELECT_REVIEWS} where r.id = ${id}`
  if (!review) throw new Refusal('not_found', 'Review not found.')
  return review
}

const SELECT_REVIEWS = sql`
  select r.id, r.product_id as "productId", coalesce(r.product_name, p.name) as product, r.author, r.rating, r.title, r.body, r.status,
    r.created_at as "createdAt"
  from reviews r join products p on p.id = r.product_id`

// Matches the index expression.
const SEARCH_TEXT = sql`lower(r.author || ' ' || r.title || ' ' || r.body)`

const ReviewId = z.strictObject({ id: z.string() })

/** Only published reviews count in a product's rating. */
export async function moderateReviews(
  ctx: Context,
  ids: string[],
  status: 'published' | 'rejected',
): Promise<number> {
  return staffTransaction(ctx, 'reviews.moderate', async (tx) => {
    const moderated = await query(tx, ReviewId)`
      update reviews set status = ${status} where id = any(${ids}) and status <> ${status} returning id`
    for (const { id } of moderated) await writeAudit(ctx, { action: `review-${status}`, subject: id }, tx)
    return moderated.length
  })
}
