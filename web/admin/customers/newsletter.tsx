import { listSubscribers, type Subscriber } from '#core/customers/subscribers.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/newsletter'

export const meta = adminMeta('Newsletter')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listSubscribers(requireAdmin({ context, url }), listQueryFrom(url)))
}

const FILTERS = [
  { name: '', title: 'All' },
  { name: 'subscribed', title: 'Subscribed' },
  { name: 'asked', title: 'Pending' },
  { name: 'left', title: 'Unsubscribed' },
]
const STATE_LABELS = { subscribed: 'Subscribed', asked: 'Pending', left: 'Unsubscribed' } as const
const TONES = { subscribed: 'success', asked: 'attention', left: 'neutral' } as const

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
    sorts: ['newest', 'oldest', 'descending'],
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

export default function Newsletter({ loaderData: { rows, next, previous } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader title="Newsletter" lead="Only confirmed subscribers are emailed.">
        <ExportLink list="newsletter" />
      </ScreenHeader>
      <ListToolbar filters={FILTERS} searchLabel="Search by email" />
      <DataTable
        label="Newsletter"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        defaultSort="newest"
        empty="No subscribers match."
      />
      <Pager next={next} previous={previous} />
    </>
  )
}
