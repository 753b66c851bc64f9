import { listSubscribers, type Subscriber } from '#core/customers/subscribers.server.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/newsletter'

export const meta = adminMeta('Newsletter')

export const loader = listLoader(listSubscribers)

const STATE_LABELS = { subscribed: 'Subscribed', pending: 'Pending', left: 'Unsubscribed' } as const
const TONES = { subscribed: 'success', pending: 'attention', left: 'neutral' } as const

const COLUMNS: Column<Subscriber>[] = [
  {
    title: 'Email',
    placement: 'lead',
    sorts: ['email', 'email-down', 'ascending'],
    cell: ({ email }) => <span className="block truncate">{email}</span>,
  },
  {
    title: 'Status',
    placement: 'side',
    cell: ({ state }) => <StatusDot tone={TONES[state]}>{STATE_LABELS[state]}</StatusDot>,
  },
  {
    title: 'Signed up',
    sorts: BY_DATE,
    cell: ({ requestedAt }) => (
      <>
        <span className="lg:sr-only">Signed up </span>
        <Timestamp at={requestedAt} />
      </>
    ),
  },
  {
    title: 'Confirmed',
    placement: 'desktop',
    cell: ({ confirmedAt }) => confirmedAt && <Timestamp at={confirmedAt} />,
  },
  { title: 'Unsubscribed', placement: 'desktop', cell: ({ leftAt }) => leftAt && <Timestamp at={leftAt} /> },
]

export default function Newsletter({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader title="Newsletter" lead="Only confirmed subscribers are emailed.">
        <ExportLink list="newsletter" />
      </ScreenHeader>
      <DataList
        filters={toFilters(STATE_LABELS)}
        searchLabel="Search by email"
        label="Newsletter"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="newest"
        empty="No subscribers match."
      />
    </>
  )
}
