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
  { name: 'asked', title: 'Asked' },
  { name: 'left', title: 'Left' },
]
const TONES = { subscribed: 'good', asked: 'open', left: 'quiet' } as const

const COLUMNS: Column<Subscriber>[] = [
  {
    title: 'Email',
    placement: 'lead',
    sorts: ['email', 'email-down', 'ascending'],
    cell: ({ email }) => <span className="block truncate">{email}</span>,
  },
  {
    title: 'State',
    placement: 'side',
    cell: ({ state }) => <StatusDot tone={TONES[state]}>{state}</StatusDot>,
  },
  {
    title: 'Asked',
    sorts: ['newest', 'oldest', 'descending'],
    cell: ({ askedAt }) => (
      <>
        <span className="lg:sr-only">asked </span>
        <Timestamp at={askedAt} />
      </>
    ),
  },
  {
    title: 'Said yes',
    placement: 'desk',
    cell: ({ confirmedAt }) => confirmedAt && <Timestamp at={confirmedAt} />,
  },
  { title: 'Left', placement: 'desk', cell: ({ leftAt }) => leftAt && <Timestamp at={leftAt} /> },
]

/** Who may be written to: only those who have said yes by the link of a letter. */
export default function Newsletter({ loaderData: { rows, next, previous } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Newsletter"
        lead="Only who is subscribed has said yes, by the link of a letter. Who has left is written to no more."
      >
        <ExportLink list="newsletter" />
      </ScreenHeader>
      <ListToolbar filters={FILTERS} searchBy="e-mail" />
      <DataTable
        label="Newsletter"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        defaultSort="newest"
        empty="Nobody is like that."
      />
      <Pager next={next} previous={previous} />
    </>
  )
}
