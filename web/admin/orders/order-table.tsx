import type { ReactNode } from 'react'
import { formatFigure } from '#core/money.ts'
import type { OrderListItem } from '#core/orders/admin/order-list.server.ts'
import { BY_DATE, type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { CellLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { TagLinks } from '../ui/tags.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { OrderStatusDot, PaymentStatusDot } from './order-status-dot.tsx'

type Props = {
  label: string
  orders: OrderListItem[]
  sortable?: boolean
  selectionForm?: string | undefined
  /** Without it, the orders are all of one customer. */
  showCustomer?: boolean
  empty: ReactNode
}

export function OrderTable({
  label,
  orders,
  sortable = false,
  selectionForm,
  showCustomer = true,
  empty,
}: Props) {
  const columns: Column<OrderListItem>[] = [
    {
      title: 'Order',
      placement: 'lead',
      cell: ({ number }) => <CellLink to={`orders/${number}`}>{number}</CellLink>,
    },
    {
      title: 'Placed',
      sorts: sortable ? BY_DATE : undefined,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    ...(showCustomer ? [CUSTOMER_COLUMN] : []),
    ...(orders.some(({ tags }) => tags.length > 0) ? [TAGS_COLUMN] : []),
    { title: 'Status', placement: 'beside', cell: ({ status }) => <OrderStatusDot status={status} /> },
    {
      title: 'Payment',
      placement: 'beside',
      cell: (order) => (
        <PaymentStatusDot
          status={order.paymentStatus}
          method={order.paymentMethod}
          isProcessing={order.paymentProcessing}
          authorization={order.authorization}
          isPartlyRefunded={order.isPartlyRefunded}
        />
      ),
    },
    { title: 'Items', align: 'end', placement: 'desktop', cell: ({ pieces }) => pieces },
  ]
  if (useCan()('orders.prices'))
    columns.push({
      title: 'Total',
      align: 'end',
      placement: 'side',
      cell: ({ total }) => formatFigure(total),
    })
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={orders}
      selection={selectionForm ? { form: selectionForm, name: ({ number }) => number } : undefined}
      defaultSort="newest"
      empty={empty}
    />
  )
}

const CUSTOMER_COLUMN: Column<OrderListItem> = {
  title: 'Customer',
  cell: ({ buyer, email }) => <CustomerCell name={buyer} email={email} />,
}
const TAGS_COLUMN: Column<OrderListItem> = { title: 'Tags', cell: ({ tags }) => <TagLinks tags={tags} /> }

function CustomerCell({ name, email }: { name: string; email: string }) {
  return (
    <span className="block truncate [contain:inline-size] lg:min-w-32 xl:min-w-48" title={email}>
      {name || email}
      {name && <span className="ml-2 text-ink-soft max-xl:hidden">{email}</span>}
    </span>
  )
}
