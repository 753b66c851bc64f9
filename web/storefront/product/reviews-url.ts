import type { ReviewFilter } from '#core/reviews/reviews.ts'

export function reviewsUrl({ stars, sort, cursor }: ReviewFilter): string {
  const searchParams = new URLSearchParams()
  if (stars) searchParams.set('stars', String(stars))
  if (sort !== 'newest') searchParams.set('reviews', sort)
  if (cursor) searchParams.set('after', cursor)
  return `?${searchParams}#reviews`
}
