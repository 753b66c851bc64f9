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

type Props = { product: Product; page: ReviewPage; asked: ReviewFilter }

/** What buyers say. Which of them, and in what order, stands in the address. */
export function Reviews({ product: { rating, reviewCount }, page, asked: { cursor, ...asked } }: Props) {
  if (rating === null) return <NoReviews />
  return (
    <section id="reviews" aria-labelledby="reviews-title" className={SECTION}>
      <div>
        <h2 id="reviews-title" className="font-display text-title">
          Reviews
        </h2>
        <p className="mt-6">
          <span className="tabular font-display text-display">{rating.toFixed(1)}</span>
          <span className="ml-3 text-ink-soft text-small">of 5, from {said(reviewCount)}</span>
        </p>
        <Counts page={page} asked={asked} all={reviewCount} />
      </div>
      <div>
        <Orders asked={asked} />
        {page.reviews.length ? (
          <ul className="divide-y divide-hairline">
            {page.reviews.map((review) => (
              <ReviewItem key={review.id} review={review} />
            ))}
          </ul>
        ) : (
          <p className="py-8">Nobody gave {said(asked.stars ?? 0, 'star')}.</p>
        )}
        <p className="flex gap-x-10 text-small">
          {cursor && (
            <Link className={LINK} preventScrollReset to={address(asked)}>
              Back to the first reviews
            </Link>
          )}
          {page.nextCursor && (
            <Link className={LINK} preventScrollReset to={address({ ...asked, cursor: page.nextCursor })}>
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
      <p>Nobody has said anything of it yet. Whoever has bought it can be the first.</p>
    </section>
  )
}

function Counts({ page, asked, all }: { page: ReviewPage; asked: ReviewFilter; all: number }) {
  return (
    <nav aria-label="Reviews by stars" className="mt-6">
      <ul className="max-w-80 text-small">
        <li>
          <StarsLink asked={asked} stars={undefined}>
            All {all}
          </StarsLink>
        </li>
        {STARS.map((stars) => (
          <li key={stars}>
            <StarsLink asked={asked} stars={stars}>
              <span className="w-16">{said(stars, 'star')}</span>
              <Share part={page.counts[stars]} of={all} />
              <span className="tabular w-8 text-right">
                {page.counts[stars]}
                <span className="sr-only"> reviews</span>
              </span>
            </StarsLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type StarsProps = { asked: ReviewFilter; stars: Stars | undefined; children: React.ReactNode }

function StarsLink({ asked, stars, children }: StarsProps) {
  return (
    <Link
      to={address({ ...asked, stars })}
      preventScrollReset
      aria-current={asked.stars === stars ? 'true' : undefined}
      className="flex min-h-11 items-center gap-4 decoration-1 underline-offset-8 hover:underline aria-[current=true]:underline"
    >
      {children}
    </Link>
  )
}

function Share({ part, of }: { part: number; of: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-px grow fill-ink">
      <rect width="100" height="1" className="fill-hairline" />
      <rect width={of ? (100 * part) / of : 0} height="1" />
    </svg>
  )
}

function Orders({ asked }: { asked: ReviewFilter }) {
  const words = { newest: 'Newest', highest: 'Highest', lowest: 'Lowest' }
  return (
    <nav aria-label="Order of the reviews" className="border-hairline border-b">
      <ul className="flex gap-x-7 text-small">
        {REVIEW_ORDERS.map((order) => (
          <li key={order}>
            <Link
              to={address({ ...asked, order })}
              preventScrollReset
              aria-current={asked.order === order ? 'true' : undefined}
              className="inline-flex min-h-11 items-center decoration-1 underline-offset-8 hover:underline aria-[current=true]:underline"
            >
              {words[order]}
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
      <p className="label text-ink-soft">{rating} of 5</p>
      <h3 className="mt-3 font-display text-name">{title}</h3>
      <p className="mt-3 max-w-prose">{body}</p>
      <p className="mt-4 text-ink-soft text-small">
        {author}, <time dateTime={createdAt.toISOString().slice(0, 10)}>{DAY.format(createdAt)}</time>
      </p>
    </li>
  )
}

/** The same for every reader, wherever it is rendered. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const SECTION =
  'mx-auto grid max-w-page scroll-mt-8 gap-x-16 gap-y-10 px-gutter pt-section md:grid-cols-[1fr_1.6fr] lg:gap-x-24'
const LINK = 'link-line inline-flex min-h-11 items-center'

function said(count: number, what = 'review'): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}

function address({ stars, order, cursor }: ReviewFilter): string {
  const asked = new URLSearchParams()
  if (stars) asked.set('stars', String(stars))
  if (order !== 'newest') asked.set('reviews', order)
  if (cursor) asked.set('after', cursor)
  return `?${asked}#reviews`
}
