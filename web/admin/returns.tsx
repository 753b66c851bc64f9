import { listReturnRequests, type ReturnListItem } from '#core/orders/returns/list-returns.server.ts'
import { isOpenReturn } from '#core/orders/returns/return.ts'
import { Link } from '#web/ui/link.tsx'
import { DataList } from '../ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '../ui/lists/data-table.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import type { Route } from './+types/returns'
import { adminMeta, useAdminPath } from './admin-context.ts'
import { listLoader } from './admin-route.ts'
import { returnStateLabel } from './orders/order-returns.tsx'
import { ExportLink } from './ui/export-link.tsx'
import { ScreenHeader } from './ui/screen-header.tsx'
import { Timestamp } from './ui/timestamp.tsx'

export const meta = adminMeta('Returns')

export const loader = listLoader(listReturnRequests)

const FILTERS = Object.entries({
  '': 'All',
  open: 'Open',
  requested: 'Requested',
  received: 'Received',
  refunded: 'Refunded',
  declined: 'Declined',
  exchange: 'Exchanges',
  store_credit: 'Store credit',
})

const RESOLUTION_LABELS = { refund: 'Refund', store_credit: 'Store credit', exchange: 'Exchange' }

export default function Returns({ loaderData }: Route.ComponentProps) {
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
      title: 'Customer gets',
      placement: 'desktop',
      cell: ({ resolution }) => RESOLUTION_LABELS[resolution],
    },
    { title: 'Requested', sorts: BY_DATE, cell: ({ requestedAt }) => <Timestamp at={requestedAt} /> },
    { title: 'Customer', cell: ({ buyer, email }) => buyer || email },
    {
      title: 'Status',
      placement: 'beside',
      cell: (row) => (
        <StatusDot tone={isOpenReturn(row) ? 'attention' : 'neutral'}>{returnStateLabel(row)}</StatusDot>
      ),
    },
    {
      title: 'Reason',
      placement: 'desktop',
      cell: ({ reason }) => <span className="block max-w-80 truncate">{reason}</span>,
    },
    { title: 'Items', align: 'end', placement: 'side', cell: ({ pieces }) => <Pieces count={pieces} /> },
  ]
  return (
    <>
      <ScreenHeader
        title="Returns"
        lead="Customers request returns on their order page. Receive, inspect, and refund or decline them on the order."
      >
        <ExportLink list="returns" />
      </ScreenHeader>
      <DataList
        filters={FILTERS}
        searchLabel="Search by return, order, email, or name"
        label="Returns"
        columns={columns}
        page={loaderData}
        defaultSort="newest"
        empty="No returns match."
      />
    </>
  )
}

/** A phone has no column heading. */
function Pieces({ count }: { count: number }) {
  return (
    <>
      {count}
      <span className="lg:sr-only"> {count === 1 ? 'item' : 'items'}</span>
    </>
  )
}
