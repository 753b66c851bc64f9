import { REVIEW_SORTS, type ReviewFilter, type ReviewPage, STARS, type Stars } from '#core/reviews/reviews.ts'
import { Link } from '#web/ui/link.tsx'
import { reviewsUrl } from './reviews-url.ts'

type StarFilterProps = { page: ReviewPage; filter: ReviewFilter; total: number }

export function StarFilter({ page, filter, total }: StarFilterProps) {
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
              <span className="w-16">{stars === 1 ? '1 star' : `${stars} stars`}</span>
              <ShareBar count={page.counts[stars]} total={total} />
              <span className="tabular w-8 text-right">
                {page.counts[stars]}
                <span className="sr-only">{page.counts[stars] === 1 ? ' review' : ' reviews'}</span>
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
      className="quiet-link flex gap-4"
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

const SORT_LABELS = { newest: 'Newest', highest: 'Highest', lowest: 'Lowest' }

export function SortLinks({ filter }: { filter: ReviewFilter }) {
  return (
    <nav aria-label="Sort reviews" className="border-hairline border-b">
      <ul className="flex gap-x-7 text-small">
        {REVIEW_SORTS.map((sort) => (
          <li key={sort}>
            <Link
              to={reviewsUrl({ ...filter, sort })}
              preventScrollReset
              aria-current={filter.sort === sort ? 'true' : undefined}
              className="quiet-link inline-flex"
            >
              {SORT_LABELS[sort]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
