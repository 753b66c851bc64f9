import {
  listPayouts,
  type Payout,
  type PayoutOverview,
  readPayoutOverview,
} from '#core/accounting/payouts/payouts.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../../admin-context.ts'
import { AdminLink, CellLink, HeaderLink } from '../../ui/admin-link.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { AccountingLinks } from '../accounting-links.tsx'
import type { Route } from './+types/payouts'
import { balanceFigure } from './balance-figure.ts'
import { PayoutStatus } from './payout-status.tsx'

export const meta = adminMeta('Payouts')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const page = await refusalToResponse(listPayouts(ctx, listQueryFrom(url)))
  return { page, overview: await readPayoutOverview(ctx), hasProvider: ctx.settings.card !== 'none' }
}

export default function Payouts({ loaderData: { page, overview, hasProvider } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader title="Payouts" lead={<LastRead overview={overview} hasProvider={hasProvider} />}>
        <HeaderLink to="accounting/transactions">Transactions</HeaderLink>
        <ExportLink list="payouts" />
      </ScreenHeader>
      <AccountingLinks />
      <OverviewNotices overview={overview} />
      <DataList
        label="Payouts"
        columns={COLUMNS}
        page={page}
        defaultSort="newest"
        empty={
          hasProvider
            ? 'No payouts yet. They appear here within an hour of the card provider making them.'
            : 'No payouts. Set up a card provider to take payments by card.'
        }
      />
    </>
  )
}

function LastRead({ overview: { until }, hasProvider }: { overview: PayoutOverview; hasProvider: boolean }) {
  return (
    <>
      What the card provider pays to your bank account, with its fees.{' '}
      {until && hasProvider && (
        <>
          Last read <Timestamp at={until} showTime />.
        </>
      )}
    </>
  )
}

function OverviewNotices({ overview }: { overview: PayoutOverview }) {
  const { failure, differences, unmatched } = overview
  return (
    <>
      {failure && (
        <InlineNotice
          className="mb-6 max-w-prose"
          notice={{
            title: 'The card provider’s transactions can’t be read.',
            description: `${failure} If the key is restricted, allow it to read balance transactions and payouts.`,
            tone: 'destructive',
          }}
        />
      )}
      {differences.length > 0 && (
        <div className="mb-8 max-w-prose">
          <Section title="Differences">
            <p className="text-ink-soft">Compare them with the provider’s dashboard.</p>
            <ul className="mt-2 divide-y divide-hairline border-hairline border-y">
              {differences.map(({ text, orderNumber }) => (
                <li key={text} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
                  <span className="min-w-0 wrap-anywhere">{text}.</span>
                  {orderNumber && <AdminLink to={`orders/${orderNumber}`}>Open order</AdminLink>}
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
      {unmatched > 0 && (
        <p className="mb-6">
          <AdminLink to="accounting/transactions?show=unmatched">
            {pluralize(unmatched, 'transaction')} not from this store
          </AdminLink>
        </p>
      )}
    </>
  )
}

const COLUMNS: Column<Payout>[] = [
  {
    title: 'Date',
    placement: 'lead',
    sorts: BY_DATE,
    cell: ({ id, createdAt }) => (
      <CellLink to={`accounting/payouts/${id}`}>
        <Timestamp at={createdAt} />
      </CellLink>
    ),
  },
  { title: 'Status', cell: (payout) => <PayoutStatus payout={payout} /> },
  {
    title: 'Transactions',
    align: 'end',
    placement: 'desktop',
    cell: ({ transactions }) => transactions?.toLocaleString('en-US') ?? '–',
  },
  {
    title: 'Gross',
    align: 'end',
    placement: 'desktop',
    cell: ({ gross, currency }) => (gross === null ? '–' : balanceFigure(gross, currency)),
  },
  {
    title: 'Fees',
    align: 'end',
    placement: 'beside',
    cell: ({ fees, currency }) =>
      fees === null ? (
        '–'
      ) : (
        <>
          <span className="lg:hidden">Fees </span>
          {balanceFigure(fees, currency)}
        </>
      ),
  },
  {
    title: 'Paid out',
    align: 'end',
    placement: 'side',
    cell: ({ amount, currency }) => balanceFigure(amount, currency),
  },
]
