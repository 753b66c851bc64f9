import type { Product } from '#core/catalog/product.ts'
import type { Review, ReviewFilter, ReviewPage } from '#core/reviews/reviews.ts'
import { Link } from '#web/ui/link.tsx'
import { SortLinks, StarFilter } from './review-filters.tsx'
import { reviewsUrl } from './reviews-url.ts'

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
          <span className="ml-3 text-ink-soft text-small">
            out of 5, from {reviewCount === 1 ? '1 review' : `${reviewCount} reviews`}
          </span>
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

function ReviewItem({ review: { author, rating, title, body, createdAt, variant } }: { review: Review }) {
  return (
    <li className="py-8">
      <p className="label text-ink-soft">{rating} out of 5</p>
      <h3 className="mt-3 font-display text-name">{title}</h3>
      <p className="mt-3 max-w-prose">{body}</p>
      <p className="mt-4 text-ink-soft text-small">
        {author}, <time dateTime={createdAt.toISOString().slice(0, 10)}>{DATE_FORMAT.format(createdAt)}</time>
        {variant && <span className="ml-4">Purchased: {variant}</span>}
      </p>
    </li>
  )
}

/** A fixed time zone makes server and browser render the same date. */
const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const SECTION =
  'mx-auto grid max-w-page scroll-mt-8 gap-x-16 gap-y-10 px-gutter pt-section md:grid-cols-[1fr_1.6fr] lg:gap-x-24'
const LINK = 'link-line inline-flex min-h-11 items-center'
