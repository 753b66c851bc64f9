import { z } from '@hono/zod-openapi'
import { REVIEW_SORTS, type Review, STARS } from '#core/reviews/reviews.ts'
import { ReviewDraft, writeReview } from '#core/reviews/write-review.server.ts'
import { listProductReviews } from '#core/storefront/product-reviews.server.ts'
import { toApiRow, toResponse } from '../codec/rows.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const ReviewResponse = z
  .object({
    id: z.string(),
    author: z.string(),
    rating: z.int(),
    title: z.string(),
    body: z.string(),
    variant: z.string().nullable().describe('The shade and size as they were when bought'),
    created_at: z.iso.datetime(),
  })
  .openapi('Review')

const byId = { params: z.object({ id: z.string().max(100).describe('The ID or the slug') }) }

const list = defineRoute('Products', 'get', '/products/{id}/reviews', {
  access: 'public',
  summary: 'List the published reviews of a product and its family',
  request: {
    ...byId,
    query: pageQuery.extend({
      stars: z.coerce.number().pipe(z.literal(STARS)).optional(),
      sort: z.enum(REVIEW_SORTS).default('newest'),
    }),
  },
  responses: {
    200: jsonResponse(pageResponse(ReviewResponse), 'A page of reviews'),
    ...errorResponses(400, 404),
  },
})
const write = defineRoute('Products', 'post', '/products/{id}/reviews', {
  access: 'customer',
  summary: 'Review a product that was delivered to you',
  description:
    'Each customer can review a product once. The review is published at once; staff can reject it.',
  request: {
    params: z.object({ id: z.string().max(64) }),
    ...jsonBody(ReviewDraft.omit({ productId: true }).strict()),
  },
  responses: {
    201: jsonResponse(z.object({ message: z.string() }), 'The review was saved'),
    ...errorResponses(400, 409),
  },
})

export const reviews = createRouter()
  .openapi(list, async (c) => {
    const { limit, ...query } = c.req.valid('query')
    const filter = { ...query, limit }
    const { rows, next } = await listProductReviews(c.get('ctx'), c.req.valid('param').id, filter)
    return c.json({ data: rows.map(toReview), next_cursor: next }, 200)
  })
  .openapi(write, async (c) => {
    await writeReview(c.get('ctx'), { productId: c.req.valid('param').id, ...c.req.valid('json') })
    return c.json({ message: 'Thank you for your review' }, 201)
  })

const toReview = (review: Review) => toResponse(ReviewResponse, toApiRow(review))
