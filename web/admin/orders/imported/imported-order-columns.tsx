import type { ImportedOrderView } from '#core/orders/imported/imported-orders.server.ts'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { CellLink } from '../../ui/admin-link.tsx'
import { useCan } from '../../ui/can.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { ImportedFulfillmentDot, ImportedPaymentDot } from './imported-order-status.tsx'

/** Without the customer if all orders are of one. */
export function useImportedOrderColumns({ isOfCustomer = false } = {}): Column<ImportedOrderView>[] {
  const can = useCan()
  return [
    {
      title: 'Order',
      placement: 'lead',
      cell: ({ id, number }) => <CellLink to={`orders/imported/${id}`}>{number}</CellLink>,
    },
    {
      title: 'Placed',
      sorts: isOfCustomer ? undefined : BY_DATE,
      cell: ({ placedAt }) => <Timestamp at={placedAt} />,
    },
    ...(isOfCustomer ? [] : [CUSTOMER_COLUMN]),
    {
      title: 'Status',
      placement: 'beside',
      cell: ({ fulfillmentStatus }) => <ImportedFulfillmentDot status={fulfillmentStatus} />,
    },
    {
      title: 'Payment',
      placement: 'beside',
      cell: ({ paymentStatus }) => <ImportedPaymentDot status={paymentStatus} />,
    },
    {
      title: 'Items',
      align: 'end',
      placement: 'desktop',
      cell: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
    },
    ...(can('orders.prices') ? [TOTAL_COLUMN] : []),
  ]
}

const CUSTOMER_COLUMN: Column<ImportedOrderView> = {
  title: 'Customer',
  cell: ({ customerName, email }) => (
    <span className="block truncate [contain:inline-size] lg:min-w-32 xl:min-w-48" title={email ?? undefined}>
      {customerName ?? email}
      {customerName && email && <span className="ml-2 text-ink-soft max-xl:hidden">{email}</span>}
    </span>
  ),
}
const TOTAL_COLUMN: Column<ImportedOrderView> = {
  title: 'Total',
  align: 'end',
  placement: 'side',
  cell: ({ total }) => total.display,
}
