import { DRAFT_STATUS_NAMES, draftName } from '#core/draft-orders/draft-order.ts'
import { type DraftOrder, listDraftOrders } from '#core/draft-orders/find-draft-order.server.ts'
import { formatMoney } from '#core/money.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { adminMeta } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/draft-orders'
import { DraftStatusDot } from './draft-status.tsx'

export const meta = adminMeta('Draft orders')

export const loader = listLoader(listDraftOrders)

const COLUMNS: Column<DraftOrder>[] = [
  {
    title: 'Draft',
    placement: 'lead',
    cell: ({ id, number, orderNumber }) => (
      <CellLink to={`orders/drafts/${id}`}>
        {draftName(number)}
        {orderNumber && `, order #${orderNumber}`}
      </CellLink>
    ),
  },
  { title: 'Customer', cell: ({ customerName, email }) => customerName ?? email },
  {
    title: 'Changed',
    placement: 'desktop',
    sorts: BY_DATE,
    cell: ({ updatedAt }) => <Timestamp at={updatedAt} />,
  },
  { title: 'Status', placement: 'beside', cell: ({ status }) => <DraftStatusDot status={status} /> },
  {
    title: 'Items',
    align: 'end',
    placement: 'desktop',
    cell: ({ items }) => pluralize(items.length, 'product'),
  },
  {
    title: 'Total',
    align: 'end',
    placement: 'side',
    cell: ({ total, currency }) =>
      total === null || currency === null ? '' : formatMoney({ amount: total, currency }),
  },
]

export default function DraftOrders({ loaderData }: Route.ComponentProps) {
  const can = useCan()
  return (
    <>
      <ScreenHeader
        title="Draft orders"
        lead="Orders that you prepare for customers. A draft holds no stock until you send it."
      >
        <HeaderLink to="orders/drafts/new">Create order</HeaderLink>
        {can('customers.view') && <HeaderLink to="orders/abandoned">Abandoned checkouts</HeaderLink>}
        <ExportLink list="draft-orders" />
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <DataList
        filters={toFilters(DRAFT_STATUS_NAMES)}
        searchLabel="Search by number, name, or email"
        label="Draft orders"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="newest"
        empty="No draft orders match."
      />
    </>
  )
}
