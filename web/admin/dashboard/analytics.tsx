import type { ComponentProps } from 'react'
import { type Analytics as Figures, readAnalytics, toPeriod } from '#core/analytics/analytics.server.ts'
import { findDailySales } from '#core/analytics/dashboard-activity.server.ts'
import { conversionPercent } from '#core/analytics/visits.ts'
import { formatFigure } from '#core/money.ts'
import { REGIONS } from '#core/regions/regions.ts'
import type { Option } from '#web/ui/fields/options.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { ListToolbar } from '#web/ui/lists/list-toolbar.tsx'
import { adminMeta, requireAdmin } from '../admin-context.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { formatNumber } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { StatList } from '../ui/stat-list.tsx'
import { usePolling } from '../ui/use-polling.ts'
import type { Route } from './+types/analytics'
import { AsOf, COUNTING, NO_SALES } from './as-of.tsx'
import { ConversionFunnel } from './conversion-funnel.tsx'
import { GiftFigures, MostWished } from './gift-figures.tsx'
import { describeChange, describePointChange } from './period-change.ts'
import { OrderCount, SalesBySource, testNote } from './sales-by-source.tsx'
import { SalesChart } from './sales-chart.tsx'
import { SearchTerms } from './search-terms.tsx'

export const meta = adminMeta('Analytics')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const days = toPeriod(url.searchParams.get('show'))
  const [figures, sales] = await Promise.all([readAnalytics(ctx, days), findDailySales(ctx, days)])
  return { figures, sales }
}

const FILTERS: Option[] = [
  ['7', '7 days'],
  ['', '30 days'],
  ['90', '90 days'],
]
const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { figures, sales } = loaderData
  usePolling(isBeingCounted(figures))
  return (
    <>
      <ScreenHeader title="Analytics" lead="Counted by your store, without cookies or tracking." />
      <ListToolbar filters={FILTERS} />
      <StatList stats={statsOf(figures)} />
      <p className="mt-2 text-ink-soft">Compared with the {figures.days} days before.</p>
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_22rem]">
        <div className="min-w-0 space-y-10">
          <Section title="Sales">
            <SalesChart days={sales} />
          </Section>
          <TopProducts figures={figures} />
          <SalesBySource sources={figures.sources} />
          <SearchTerms {...figures.traffic} />
          <MostWished wished={figures.gifts.wished} />
        </div>
        <div className="space-y-10">
          <ConversionFunnel traffic={figures.traffic} />
          <SalesByRegion regions={figures.regions} />
          <GiftFigures gifts={figures.gifts} />
        </div>
      </div>
      <CountingMethod />
    </>
  )
}

const isBeingCounted = ({ products, sources, previous: { sales } }: Figures) =>
  products.isPending || sources.isPending || sales?.returningCustomers === null

function statsOf(figures: Figures): ComponentProps<typeof StatList>['stats'] {
  const { traffic } = figures
  const { sales, traffic: visited } = figures.previous
  const conversion = conversionPercent(traffic.paid, traffic.visits)
  const withChange = (recent: number, previous: number | undefined, format: (value: number) => string) =>
    [format(recent), describeChange(recent, previous, format)] as const
  return [
    ['Revenue', ...withChange(figures.revenue, sales?.revenue, usd)],
    [
      'Orders',
      formatNumber(figures.orders) + testNote(figures.testOrders),
      describeChange(figures.orders, sales?.orders, formatNumber),
    ],
    ['Average order value', ...withChange(figures.averageOrder, sales?.averageOrder, usd)],
    ['New customers', ...withChange(figures.newCustomers, sales?.newCustomers, formatNumber)],
    [
      'Returning customers',
      formatNumber(figures.returningCustomers),
      sales?.returningCustomers === null
        ? 'Being counted'
        : describeChange(figures.returningCustomers, sales?.returningCustomers, formatNumber),
    ],
    ['Visits', ...withChange(traffic.visits, visited?.visits, formatNumber)],
    [
      'Conversion rate',
      conversion === null ? 'No data yet' : `${conversion}%`,
      describePointChange(conversion, visited?.conversionPercent),
    ],
  ]
}

function TopProducts({ figures }: { figures: Figures }) {
  const { rows, asOf, isPending } = figures.products
  const canViewProducts = useCan()('products.view')
  const columns: Column<Figures['products']['rows'][number]>[] = [
    {
      title: 'Product',
      placement: 'lead',
      cell: ({ id, name }) => (canViewProducts ? <AdminLink to={`products/${id}`}>{name}</AdminLink> : name),
    },
    {
      title: 'Units sold',
      align: 'end',
      cell: ({ pieces, testPieces }) => (
        <>
          {pieces.toLocaleString('en-US')}
          <span className="lg:sr-only"> sold</span>
          {testNote(testPieces)}
        </>
      ),
    },
    { title: 'Revenue', align: 'end', placement: 'side', cell: ({ revenue }) => usd(revenue) },
  ]
  return (
    <Section title="Top products">
      <DataTable label="Top products" columns={columns} rows={rows} empty={isPending ? COUNTING : NO_SALES} />
      <AsOf at={asOf} />
    </Section>
  )
}

const REGION_COLUMNS: Column<Figures['regions'][number]>[] = [
  { title: 'Country', placement: 'lead', cell: ({ region }) => REGIONS[region].country },
  {
    title: 'Orders',
    align: 'end',
    cell: ({ orders, testOrders }) => <OrderCount orders={orders} testOrders={testOrders} />,
  },
  { title: 'Revenue', align: 'end', placement: 'side', cell: ({ revenue }) => usd(revenue) },
]

function SalesByRegion({ regions }: { regions: Figures['regions'] }) {
  return (
    <Section title="Sales by country">
      <DataTable
        label="Sales by country"
        columns={REGION_COLUMNS}
        rows={regions.map((sales) => ({ ...sales, id: sales.region }))}
        empty={NO_SALES}
      />
    </Section>
  )
}

function CountingMethod() {
  return (
    <details className="mt-12 max-w-prose border-hairline border-t pt-4">
      <summary className="min-h-9 cursor-pointer">How this is counted</summary>
      <div className="mt-2 space-y-3 text-ink-soft">
        <p>
          A visit starts when someone opens a page from outside the store: by typing its address, from a
          bookmark, or through a link. A person who comes twice counts as two visits. Known bots and the back
          office aren’t counted.
        </p>
        <p>
          Only totals by day and region, and by day and source, are stored: no cookies, no IP addresses, no
          visitor IDs. Search terms are stored for 400 days, except those that look like an email address or a
          phone number.
        </p>
        <p>
          The source of a visit is the campaign in the link that it began with (utm_source, utm_medium,
          utm_campaign, or ref), or else the website that linked to the store. An order’s is reported at
          checkout by the same rules, and stored with the order only. Browsers that ask not to be tracked
          count as direct or unknown. A source’s conversion is its paid orders as a percentage of its visits,
          on the days whose visits were counted; “–” means that none were.
        </p>
        <p>
          Orders, units, and customers include test orders, marked “test”. Revenue is the amount paid, in US
          dollars at the exchange rate of each order. A new customer is one whose first order is in this
          period; a returning customer ordered before it, too.
        </p>
        <p>
          Selling a gift card is a payment but no sale: the sale is what the card pays for later. What gift
          cards and store credit paid is counted on the day of the order, less what orders that were never
          paid gave back. Returns are counted when they are requested; declined ones aren’t counted.
        </p>
        <p>
          Figures are compared only if the store was already counting when the days before began. Today’s
          visits aren’t complete.
        </p>
      </div>
    </details>
  )
}
