import { Link } from 'react-router'
import type { Product } from '#core/catalog/product.ts'
import {
  REVIEW_ORDERS,
  type Review,
  type ReviewFilter,
  type ReviewPage,
  STARS,
  type Stars,
} from '#core/reviews/reviews.ts'

type Props = { product: Product; page: ReviewPage; filter: ReviewFilter }

/** Filter, sort, and cursor live in the URL, so that reviews work without scripts. */
export function ProductReviews({
  product: { rating, reviewCount },
  page,
  filter: { cursor, ...filter },
}: Props) {
  if (rating === null) return <NoReviews />
  return (
    <section id="reviews" aria-labelledby="reviews-title" className={SECTION}>
      <div>
        <h2 id="reviews-title" className="font-display text-title">
          Reviews
        </h2>
        <p className="mt-6">
          <span className="tabular font-display text-display">{rating.toFixed(1)}</span>
          <span className="ml-3 text-ink-soft text-small">out of 5, from {pluralize(reviewCount)}</span>
        </p>
        <StarFilter page={page} filter={filter} total={reviewCount} />
      </div>
      <div>
        <SortLinks filter={filter} />
        {page.reviews.length ? (
          <ul className="divide-y divide-hairline">
            {page.reviews.map((review) => (
              <ReviewItem key={review.id} review={review} />
            ))}
          </ul>
        ) : (
          <p className="py-8">{filter.stars ? `No ${filter.stars}-star reviews yet.` : 'No more reviews.'}</p>
        )}
        <p className="flex gap-x-10 text-small">
          {cursor && (
            <Link className={LINK} preventScrollReset to={reviewsUrl(filter)}>
              Back to first reviews
            </Link>
          )}
          {page.nextCursor && (
            <Link className={LINK} preventScrollReset to={reviewsUrl({ ...filter, cursor: page.nextCursor })}>
              More reviews
            </Link>
          )}
        </p>
      </div>
    </section>
  )
}

function NoReviews() {
  return (
    <section id="reviews" aria-labelledby="reviews-title" className={SECTION}>
      <h2 id="reviews-title" className="font-display text-title">
        Reviews
      </h2>
      <p>No reviews yet. If you’ve bought this, you can be the first to review it.</p>
    </section>
  )
}

function StarFilter({ page, filter, total }: { page: ReviewPage; filter: ReviewFilter; total: number }) {
  return (
    <nav aria-label="Filter reviews by rating" className="mt-6">
      <ul className="max-w-80 text-small">
        <li>
          <StarLink filter={filter} stars={undefined}>
            All {total}
          </StarLink>
        </li>
        {STARS.map((stars) => (
          <li key={stars}>
            <StarLink filter={filter} stars={stars}>
              <span className="w-16">{pluralize(stars, 'star')}</span>
              <ShareBar count={page.counts[stars]} total={total} />
              <span className="tabular w-8 text-right">
                {page.counts[stars]}
                <span className="sr-only"> reviews</span>
              </span>
            </StarLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type StarLinkProps = { filter: ReviewFilter; stars: Stars | undefined; children: React.ReactNode }

function StarLink({ filter, stars, children }: StarLinkProps) {
  return (
    <Link
      to={reviewsUrl({ ...filter, stars })}
      preventScrollReset
      aria-current={filter.stars === stars ? 'true' : undefined}
      className="flex min-h-11 items-center gap-4 decoration-1 underline-offset-8 hover:underline aria-[current=true]:underline"
    >
      {children}
    </Link>
  )
}

function ShareBar({ count, total }: { count: number; total: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-px grow fill-ink">
      <rect width="100" height="1" className="fill-hairline" />
      <rect width={total ? (100 * count) / total : 0} height="1" />
    </svg>
  )
}

function SortLinks({ filter }: { filter: ReviewFilter }) {
  const labels = { newest: 'Newest', highest: 'Highest', lowest: 'Lowest' }
  return (
    <nav aria-label="Sort reviews" className="border-hairline border-b">
      <ul className="flex gap-x-7 text-small">
        {REVIEW_ORDERS.map((order) => (
          <li key={order}>
            <Link
              to={reviewsUrl({ ...filter, order })}
              preventScrollReset
              aria-current={filter.order === order ? 'true' : undefined}
              className="inline-flex min-h-11 items-center decoration-1 underline-offset-8 hover:underline aria-[current=true]:underline"
            >
              {labels[order]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ReviewItem({ review: { author, rating, title, body, createdAt } }: { review: Review }) {
  return (
    <li className="py-8">
      <p className="label text-ink-soft">{rating} out of 5</p>
      <h3 className="mt-3 font-display text-name">{title}</h3>
      <p className="mt-3 max-w-prose">{body}</p>
      <p className="mt-4 text-ink-soft text-small">
        {author}, <time dateTime={createdAt.toISOString().slice(0, 10)}>{DATE_FORMAT.format(createdAt)}</time>
      </p>
    </li>
  )
}

/** A fixed time zone makes server and browser render the same date. */
const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const SECTION =
  'mx-auto grid max-w-page scroll-mt-8 gap-x-16 gap-y-10 px-gutter pt-section md:grid-cols-[1fr_1.6fr] lg:gap-x-24'
const LINK = 'link-line inline-flex min-h-11 items-center'

function pluralize(count: number, noun = 'review'): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

function reviewsUrl({ stars, order, cursor }: ReviewFilter): string {
  const searchParams = new URLSearchParams()
  if (stars) searchParams.set('stars', String(stars))
  if (order !== 'newest') searchParams.set('reviews', order)
  if (cursor) searchParams.set('after', cursor)
  return `?${searchParams}#reviews`
}
