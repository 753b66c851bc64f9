import { Link } from 'react-router'
import { listReturnRequests, type ReturnListItem } from '#core/orders/returns/list-returns.server.ts'
import { isOpenReturn } from '#core/orders/returns/return.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { Pager } from '../ui/pager.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import type { Route } from './+types/returns'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from './admin-context.ts'
import { RETURN_STATE_LABELS } from './orders/order-returns.tsx'
import { ScreenHeader } from './ui/screen-header.tsx'
import { Timestamp } from './ui/timestamp.tsx'

export const meta = adminMeta('Returns')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listReturnRequests(requireAdmin({ context, url }), listQueryFrom(url)))
}

const FILTERS = [
  { name: '', title: 'All' },
  { name: 'open', title: 'Open' },
  { name: 'requested', title: 'Requested' },
  { name: 'received', title: 'Received' },
  { name: 'refunded', title: 'Refunded' },
  { name: 'declined', title: 'Declined' },
]

export default function Returns({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const adminPath = useAdminPath()
  const columns: Column<ReturnListItem>[] = [
    {
      title: 'Return',
      placement: 'lead',
      cell: ({ reference, orderNumber }) => (
        <Link
          to={`${adminPath(`orders/${orderNumber}`)}#${reference}`}
          className="link-line inline-flex min-h-6 items-center"
        >
          {reference}
        </Link>
      ),
    },
    {
      title: 'Requested',
      sorts: ['newest', 'oldest', 'descending'],
      cell: ({ requestedAt }) => <Timestamp at={requestedAt} />,
    },
    { title: 'Customer', cell: ({ buyer, email }) => buyer || email },
    {
      title: 'Status',
      placement: 'beside',
      cell: (row) => (
        <StatusDot tone={isOpenReturn(row) ? 'attention' : 'neutral'}>
          {RETURN_STATE_LABELS[row.state]}
        </StatusDot>
      ),
    },
    {
      title: 'Reason',
      placement: 'desktop',
      cell: ({ reason }) => <span className="block max-w-80 truncate">{reason}</span>,
    },
    { title: 'Items', align: 'end', placement: 'side', cell: ({ pieces }) => pieces },
  ]
  return (
    <>
      <ScreenHeader
        title="Returns"
        lead="Customers request returns on their order page. Receive, inspect, and refund or decline them on the order."
      />
      <ListToolbar filters={FILTERS} searchLabel="Search by return reference or email" />
      <DataTable
        label="Returns"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        defaultSort="newest"
        empty="No returns match."
      />
      <Pager next={next} previous={previous} />
    </>
  )
}
