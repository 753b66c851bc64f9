import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatFigure } from '#core/money.ts'
import type { OrderListItem } from '#core/orders/all-orders.server.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Moment } from './moment.tsx'
import { useOffice } from './office.ts'
import { OrderStanding, PaymentStanding } from './order-standing.tsx'

type Props = { label: string; orders: OrderListItem[]; sortable?: boolean; ticks?: string; empty: ReactNode }

export function OrderTable({ label, orders, sortable = false, ticks, empty }: Props) {
  const office = useOffice()
  const columns: Column<OrderListItem>[] = [
    {
      title: 'Order',
      placement: 'lead',
      cell: ({ number }) => (
        <Link to={office(`orders/${number}`)} className="link-line inline-flex min-h-6 items-center">
          {number}
        </Link>
      ),
    },
    {
      title: 'Placed',
      sorts: sortable ? ['newest', 'oldest', 'descending'] : undefined,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    { title: 'Customer', cell: ({ buyer, email }) => <Buyer name={buyer} email={email} /> },
    { title: 'Status', placement: 'beside', cell: ({ status }) => <OrderStanding status={status} /> },
    {
      title: 'Payment',
      placement: 'desk',
      cell: (order) => <PaymentStanding status={order.paymentStatus} method={order.paymentMethod} />,
    },
    { title: 'Items', align: 'end', placement: 'desk', cell: ({ pieces }) => pieces },
    { title: 'Total', align: 'end', placement: 'side', cell: ({ total }) => formatFigure(total) },
  ]
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={orders}
      rowId={({ id }) => id}
      selection={ticks ? { form: ticks, name: ({ number }) => number } : undefined}
      defaultSort="newest"
      empty={empty}
    />
  )
}

function Buyer({ name, email }: { name: string; email: string }) {
  return (
    <span className="block max-w-64 truncate 2xl:max-w-96" title={email}>
      {name || email}
      {name && <span className="ml-2 text-ink-soft max-xl:hidden">{email}</span>}
    </span>
  )
}
