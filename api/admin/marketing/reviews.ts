import { z } from '@hono/zod-openapi'
import {
  type AdminReview,
  findAdminReview,
  listAdminReviews,
  moderateReviews,
  REVIEW_STATUSES,
} from '#core/reviews/moderate-reviews.server.ts'
import { toApiRow, toResponse } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const AdminReviewResponse = z
  .object({
    id: z.string(),
    product_id: z.string(),
    product: z.string().describe('Named as it was when it was bought'),
    author: z.string(),
    rating: z.int(),
    title: z.string(),
    body: z.string(),
    status: z.enum(REVIEW_STATUSES),
    created_at: z.iso.datetime(),
  })
  .openapi('AdminReview')

const list = defineRoute('Admin', 'get', '/admin/reviews', {
  access: 'reviews.moderate',
  summary: 'List reviews, newest first',
  request: { query: pageQuery.extend({ status: z.enum(REVIEW_STATUSES).optional() }) },
  responses: {
    200: jsonResponse(pageResponse(AdminReviewResponse), 'A page of reviews'),
    ...errorResponses(400),
  },
})
const moderate = defineRoute('Admin', 'patch', '/admin/reviews/{id}', {
  access: 'reviews.moderate',
  summary: 'Publish or reject a review',
  description: 'Only published reviews are shown and count in a product’s rating.',
  request: {
    params: z.object({ id: z.string().max(64) }),
    ...jsonBody(z.strictObject({ status: z.enum(['published', 'rejected']) })),
  },
  responses: { 200: jsonResponse(AdminReviewResponse, 'The review'), ...errorResponses(404) },
})

export const adminReviews = createRouter()
  .openapi(list, async (c) => {
    const { status, ...query } = c.req.valid('query')
    const { rows, next } = await listAdminReviews(c.get('ctx'), { ...query, filter: status })
    return c.json({ data: rows.map(toReview), next_cursor: next }, 200)
  })
  .openapi(moderate, async (c) => {
    const { id } = c.req.valid('param')
    await moderateReviews(c.get('ctx'), [id], c.req.valid('json').status)
    return c.json(toReview(await findAdminReview(c.get('ctx'), id)), 200)
  })

const toReview = (review: AdminReview) => toResponse(AdminReviewResponse, toApiRow(review))
