import type { ReviewFilter } from '#core/reviews/reviews.ts'

export function reviewsUrl({ stars, order, cursor }: ReviewFilter): string {
  const searchParams = new URLSearchParams()
  if (stars) searchParams.set('stars', String(stars))
  if (order !== 'newest') searchParams.set('reviews', order)
  if (cursor) searchParams.set('after', cursor)
  return `?${searchParams}#reviews`
}
