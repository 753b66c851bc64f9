export const STARS = [5, 4, 3, 2, 1] as const
export type Stars = (typeof STARS)[number]

export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

export const REVIEWS_PER_PAGE = 5

export type Review = {
  id: string
  author: string
  rating: number
  title: string
  body: string
  createdAt: Date
  /** The shade and size as they were when bought, if the product is in a family. */
  variant: string | null
}

export type ReviewFilter = { stars?: Stars; sort: ReviewSort; cursor?: string }

export type ReviewPage = {
  reviews: Review[]
  counts: Record<Stars, number>
  nextCursor: string | null
}

export function readReviewFilter(params: URLSearchParams): ReviewFilter {
  return {
    stars: STARS.find((stars) => String(stars) === params.get('stars')),
    sort: REVIEW_SORTS.find((sort) => sort === params.get('reviews')) ?? 'newest',
    cursor: params.get('after') ?? undefined,
  }
}
