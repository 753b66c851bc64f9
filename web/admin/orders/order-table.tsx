import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatFigure } from '#core/money.ts'
import type { OrderListItem } from '#core/orders/admin/order-list.server.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useAdminPath } from '../admin-context.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import { OrderStatusDot, PaymentStatusDot } from './order-status-dot.tsx'

type Props = {
  label: string
  orders: OrderListItem[]
  sortable?: boolean
  selectionForm?: string
  empty: ReactNode
}

export function OrderTable({ label, orders, sortable = false, selectionForm, empty }: Props) {
  const adminPath = useAdminPath()
  const columns: Column<OrderListItem>[] = [
    {
      title: 'Order',
      placement: 'lead',
      cell: ({ number }) => (
        <Link to={adminPath(`orders/${number}`)} className="link-line inline-flex min-h-6 items-center">
          {number}
        </Link>
      ),
    },
    {
      title: 'Placed',
      sorts: sortable ? ['newest', 'oldest', 'descending'] : undefined,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    { title: 'Customer', cell: ({ buyer, email }) => <CustomerCell name={buyer} email={email} /> },
    { title: 'Status', placement: 'beside', cell: ({ status }) => <OrderStatusDot status={status} /> },
    {
      title: 'Payment',
      placement: 'desktop',
      cell: (order) => (
        <PaymentStatusDot
          status={order.paymentStatus}
          method={order.paymentMethod}
          isPartlyRefunded={order.isPartlyRefunded}
        />
      ),
    },
    { title: 'Items', align: 'end', placement: 'desktop', cell: ({ pieces }) => pieces },
    { title: 'Total', align: 'end', placement: 'side', cell: ({ total }) => formatFigure(total) },
  ]
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={orders}
      rowId={({ id }) => id}
      selection={selectionForm ? { form: selectionForm, name: ({ number }) => number } : undefined}
      defaultSort="newest"
      empty={empty}
    />
  )
}

function CustomerCell({ name, email }: { name: string; email: string }) {
  return (
    <span className="block max-w-64 truncate 2xl:max-w-96" title={email}>
      {name || email}
      {name && <span className="ml-2 text-ink-soft max-xl:hidden">{email}</span>}
    </span>
  )
}
