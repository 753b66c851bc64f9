import { Link } from 'react-router'
import { type Analytics as Figures, PERIODS, readAnalytics } from '#core/analytics/analytics.server.ts'
import { findDailySales } from '#core/analytics/dashboard-activity.server.ts'
import type { Visits } from '#core/analytics/visits.server.ts'
import { conversionPercent } from '#core/analytics/visits.ts'
import { formatFigure } from '#core/money.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { StatList } from '../ui/stat-list.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/analytics'
import { SalesChart } from './sales-chart.tsx'

export const meta = adminMeta('Analytics')

export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const days = PERIODS.find((period) => String(period) === url.searchParams.get('show')) ?? 30
  const [figures, sales] = await Promise.all([readAnalytics(ctx, days), findDailySales(ctx)])
  return { figures, sales }
}

const FILTERS = [
  { name: '7', title: '7 days' },
  { name: '', title: '30 days' },
  { name: '90', title: '90 days' },
]
const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { figures, sales } = loaderData
  return (
    <>
      <ScreenHeader
        title="Analytics"
        lead="Counted by this store alone: no cookie, no address, nobody who is followed from page to page."
      />
      <ListToolbar filters={FILTERS} />
      <StatList
        stats={[
          ['Revenue', usd(figures.revenue)],
          ['Orders', figures.orders],
          ['Average order', usd(figures.averageOrder)],
          ['New customers', figures.newCustomers],
          ['Returning', figures.returningCustomers],
          ['Visits', figures.visits.visits],
          ['Conversion', conversionRate(figures)],
        ]}
      />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_22rem]">
        <div className="min-w-0 space-y-10">
          <Section title="Sales">
            <SalesChart days={sales} />
          </Section>
          <TopProducts products={figures.products} asOf={figures.soldAsOf} />
          <SearchTerms {...figures.visits} />
        </div>
        <div className="space-y-10">
          <ConversionFunnel visits={figures.visits} />
          <SalesByRegion regions={figures.regions} />
        </div>
      </div>
      <CountingMethod />
    </>
  )
}

function TopProducts({ products, asOf }: { products: Figures['products']; asOf: Figures['soldAsOf'] }) {
  const adminPath = useAdminPath()
  const columns: Column<Figures['products'][number]>[] = [
    {
      title: 'Product',
      placement: 'lead',
      cell: ({ id, name }) => (
        <Link to={adminPath(`products/${id}`)} className="link-line">
          {name}
        </Link>
      ),
    },
    { title: 'Pieces', align: 'end', cell: ({ pieces }) => pieces },
    { title: 'Revenue', align: 'end', placement: 'side', cell: ({ revenue }) => usd(revenue) },
  ]
  return (
    <Section title="What sells">
      <DataTable
        label="What sells"
        columns={columns}
        rows={products}
        rowId={({ id }) => id}
        empty="Nothing was sold in these days."
      />
      {asOf && (
        <p className="mt-2 text-ink-soft">
          As of <Timestamp at={asOf} showTime />; counted anew every ten minutes.
        </p>
      )}
    </Section>
  )
}

const REGION_COLUMNS: Column<Figures['regions'][number]>[] = [
  { title: 'Country', placement: 'lead', cell: ({ region }) => REGIONS[region].country },
  { title: 'Orders', align: 'end', cell: ({ orders }) => orders },
  { title: 'Revenue', align: 'end', placement: 'side', cell: ({ revenue }) => usd(revenue) },
]

function SalesByRegion({ regions }: { regions: Figures['regions'] }) {
  return (
    <Section title="Where it goes">
      <DataTable
        label="Where it goes"
        columns={REGION_COLUMNS}
        rows={regions}
        rowId={({ region }) => region}
        empty="Nowhere yet."
      />
    </Section>
  )
}

function conversionRate({ visits: { paid, visits } }: Figures): string {
  const percent = conversionPercent(paid, visits)
  return percent === null ? 'none yet' : `${percent}%`
}

/** How far visitors come, each step against the visits. */
function ConversionFunnel({ visits: { visits, products, checkouts, paid } }: { visits: Visits }) {
  const steps = [
    ['Visits', visits],
    ['Product pages', products],
    ['Checkouts', checkouts],
    ['Paid orders', paid],
  ] as const
  return (
    <Section title="From visit to order">
      <ol className="tabular border-hairline border-t">
        {steps.map(([name, times]) => (
          <li
            key={name}
            className="relative flex min-h-10 items-center justify-between border-hairline border-b"
          >
            <span>{name}</span>
            <span>
              {times.toLocaleString('en-US')}
              <span className="ml-3 inline-block w-14 text-right text-ink-soft">
                {percentOfVisits(times, visits)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Of pages that are opened more than once a visit there is no share. */
function percentOfVisits(times: number, visits: number): string {
  return times < visits ? `${conversionPercent(times, visits)}%` : ''
}

const TERM_COLUMNS: Column<Visits['searches'][number]>[] = [
  { title: 'Searched for', placement: 'lead', cell: ({ term }) => <Term term={term} /> },
  { title: 'Times', align: 'end', placement: 'side', cell: ({ times }) => times },
]

function Term({ term }: { term: string }) {
  return (
    <Link to={`/search?q=${encodeURIComponent(term)}`} className="link-line wrap-anywhere">
      {term}
    </Link>
  )
}

function SearchTerms({ searches, unfound }: Pick<Visits, 'searches' | 'unfound'>) {
  return (
    <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
      <Section title="Searches">
        <DataTable
          label="Searches"
          columns={TERM_COLUMNS}
          rows={searches}
          rowId={({ term }) => term}
          empty="Nobody searched in these days."
        />
      </Section>
      <Section title="Searches that found nothing">
        <DataTable
          label="Searches that found nothing"
          columns={TERM_COLUMNS}
          rows={unfound.map((searchTerm) => ({ ...searchTerm, found: false }))}
          rowId={({ term }) => term}
          empty="Everything that was searched for was found."
        />
      </Section>
    </div>
  )
}

function CountingMethod() {
  return (
    <details className="mt-12 max-w-prose border-hairline border-t pt-4">
      <summary className="min-h-9 cursor-pointer">How this is counted</summary>
      <div className="mt-2 space-y-3 text-ink-soft">
        <p>
          A visit is a page that is opened from outside the store: an address that was typed, a bookmark,
          somebody’s link. Whoever comes twice counts twice. Programs that say what they are count nowhere,
          and neither does the back office.
        </p>
        <p>
          Only sums are kept, by day and region: no cookie, no network address, no number for a visitor. Of
          searches, the words are kept for 400 days, but none that look like an address or a telephone number.
        </p>
        <p>
          Orders are those that were paid, and test orders; revenue is what was paid, in US dollars at each
          order’s own rate. A new customer’s first order lies in these days.
        </p>
      </div>
    </details>
  )
}
