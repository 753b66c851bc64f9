import { listSubscribers, type Subscriber } from '#core/customers/subscribers.server.ts'
import { refusalToResponse } from '../frame/refused.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ListBar } from '../ui/list-bar.tsx'
import { Pager } from '../ui/pager.tsx'
import { Standing } from '../ui/standing.tsx'
import type { Route } from './+types/newsletter.ts'
import { ExportLink } from './export-link.tsx'
import { Moment } from './moment.tsx'
import { adminOf, askedOf, titled } from './office.ts'
import { ScreenHead } from './screen-head.tsx'

export const meta = titled('Newsletter')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listSubscribers(adminOf({ context, url }), askedOf(url)))
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
    on: 'lead',
    sorts: ['email', 'email-down', 'ascending'],
    cell: ({ email }) => <span className="block truncate">{email}</span>,
  },
  { title: 'State', on: 'side', cell: ({ state }) => <Standing tone={TONES[state]}>{state}</Standing> },
  {
    title: 'Asked',
    sorts: ['newest', 'oldest', 'descending'],
    cell: ({ askedAt }) => (
      <>
        <span className="lg:sr-only">asked </span>
        <Moment at={askedAt} />
      </>
    ),
  },
  { title: 'Said yes', on: 'desk', cell: ({ confirmedAt }) => confirmedAt && <Moment at={confirmedAt} /> },
  { title: 'Left', on: 'desk', cell: ({ leftAt }) => leftAt && <Moment at={leftAt} /> },
]

/** Who may be written to: only those who have said yes by the link of a letter. */
export default function Newsletter({ loaderData: { rows, next, previous } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Newsletter"
        lead="Only who is subscribed has said yes, by the link of a letter. Who has left is written to no more."
      >
        <ExportLink list="newsletter" />
      </ScreenHead>
      <ListBar filters={FILTERS} finds="e-mail" />
      <DataTable
        label="Newsletter"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        sorted="newest"
        empty="Nobody is like that."
      />
      <Pager next={next} previous={previous} />
    </>
  )
}
