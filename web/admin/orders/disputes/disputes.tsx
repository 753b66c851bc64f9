import { formatMoney } from '#core/money.ts'
import { isUnanswered, type OrderDispute, reasonLabel } from '#core/orders/disputes/dispute.ts'
import { listDisputes } from '#core/orders/disputes/find-disputes.server.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { adminMeta } from '../../admin-context.ts'
import { listLoader } from '../../admin-route.ts'
import { CellLink, HeaderLink } from '../../ui/admin-link.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import type { Route } from './+types/disputes'
import { DisputeStatusDot } from './dispute-status.tsx'

export const meta = adminMeta('Disputes')

export const loader = listLoader(listDisputes)

const FILTERS = toFilters({ 'needs-response': 'Needs response', open: 'Open', won: 'Won', lost: 'Lost' })

const COLUMNS: Column<OrderDispute>[] = [
  {
    title: 'Order',
    placement: 'lead',
    cell: ({ id, orderNumber }) => <CellLink to={`orders/disputes/${id}`}>{`#${orderNumber}`}</CellLink>,
  },
  { title: 'Customer', cell: ({ buyer }) => buyer },
  { title: 'Reason', placement: 'desktop', cell: ({ reason }) => reasonLabel(reason) },
  {
    title: 'Status',
    placement: 'beside',
    cell: (dispute) => <DisputeStatusDot dispute={dispute} />,
  },
  {
    title: 'Evidence due',
    placement: 'below',
    cell: (dispute) =>
      isUnanswered(dispute) && dispute.dueBy ? (
        <>
          <span className="lg:sr-only">Due </span>
          <Timestamp at={dispute.dueBy} />
        </>
      ) : null,
  },
  {
    title: 'Opened',
    placement: 'desktop',
    sorts: BY_DATE,
    cell: ({ openedAt }) => <Timestamp at={openedAt} />,
  },
  {
    title: 'Amount',
    align: 'end',
    placement: 'side',
    cell: ({ amount, currency }) => formatMoney({ amount, currency }),
  },
]

export default function Disputes({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Disputes"
        lead="Payments that customers disputed with their bank. Review what your store knows about the order, and send it before the deadline."
      >
        <HeaderLink to="orders">Orders</HeaderLink>
      </ScreenHeader>
      <DataList
        filters={FILTERS}
        searchLabel="Search by order or name"
        label="Disputes"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="newest"
        empty="No disputes match."
      />
    </>
  )
}
