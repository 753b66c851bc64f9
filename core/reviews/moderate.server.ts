import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../listing.ts'

export type ReviewLine = {
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

const byMoment: SortOrder<ReviewLine> = {
  by: sql`r.created_at`,
  id: sql`r.id`,
  as: 'timestamptz',
  at: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
}
const byStars: SortOrder<ReviewLine> = {
  by: sql`r.rating`,
  id: sql`r.id`,
  as: 'bigint',
  at: ({ rating, id }) => ({ value: rating, id }),
}
const NEWEST: SortOrder<ReviewLine> = { ...byMoment, down: true }
const SORTS: Record<string, SortOrder<ReviewLine>> = {
  newest: NEWEST,
  oldest: byMoment,
  stars: byStars,
  'stars-down': { ...byStars, down: true },
}
const STATES = ['pending', 'published', 'rejected']

/** Every review of the shop, the newest first. */
export async function listEveryReview(ctx: Context, asked: ListQuery): Promise<ListPage<ReviewLine>> {
  requireRole(canAccessAdmin, ctx.actor)
  const state = STATES.includes(asked.filter ?? '') ? sql`r.status = ${asked.filter}` : sql`true`
  const found = asked.search ? textContains(FOUND, asked.search) : sql`true`
  return listPage(SORTS[asked.sort ?? ''] ?? NEWEST, asked, async ({ within, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<Omit<ReviewLine, 'createdAt'> & { createdAt: string }>(sql`
      select r.id, r.product_id as "productId", p.name as product, r.author, r.rating, r.title, r.body, r.status,
        r.created_at as "createdAt"
      from reviews r join products p on p.id = r.product_id
      where ${within} and ${state} and ${found} order by ${orderBy} limit ${limit}`)
    return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
  })
}

// As its index has it.
const FOUND = sql`lower(r.author || ' ' || r.title || ' ' || r.body)`

/** Shown in the shop, or not: its stars count only while it is shown. */
export async function judgeReviews(
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
