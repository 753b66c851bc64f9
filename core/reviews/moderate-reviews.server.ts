import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../pagination.ts'

export type AdminReview = {
  id: string
  productId: string
  product: string
  author: string
  rating: number
  title: string
  body: string
  status: 'pending' | 'published' | 'rejected'
  createdAt: Date
}

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
const REVIEW_STATUSES = ['pending', 'published', 'rejected']

export async function listAdminReviews(ctx: Context, query: ListQuery): Promise<ListPage<AdminReview>> {
  requireRole(canAccessAdmin, ctx.actor)
  const statusFilter = REVIEW_STATUSES.includes(query.filter ?? '')
    ? sql`r.status = ${query.filter}`
    : sql`true`
  const matches = query.search ? textContains(SEARCH_TEXT, query.search) : sql`true`
  return listPage(SORTS[query.sort ?? ''] ?? NEWEST, query, async ({ cursorCondition, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<Omit<AdminReview, 'createdAt'> & { createdAt: string }>(sql`
      select r.id, r.product_id as "productId", p.name as product, r.author, r.rating, r.title, r.body, r.status,
        r.created_at as "createdAt"
      from reviews r join products p on p.id = r.product_id
      where ${cursorCondition} and ${statusFilter} and ${matches} order by ${orderBy} limit ${limit}`)
    return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
  })
}

// Matches the index expression.
const SEARCH_TEXT = sql`lower(r.author || ' ' || r.title || ' ' || r.body)`

/** Only published reviews count in a product's rating. */
export async function moderateReviews(
  ctx: Context,
  ids: string[],
  status: 'published' | 'rejected',
): Promise<number> {
  requireRole(canAccessAdmin, ctx.actor)
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update reviews set status = ${status}
      where id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) and status <> ${status} returning id`)
    for (const { id } of rows) await writeAudit(ctx, { action: `review-${status}`, subject: id }, tx)
    return rows.length
  })
}
