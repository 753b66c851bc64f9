import { Form } from 'react-router'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { ListToolbar } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { adminMeta, useAdminPath } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { useCan } from '../ui/can.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/orders'
import { OrderTable } from './order-table.tsx'

export const meta = adminMeta('Orders')

export const loader = listLoader(listAdminOrders)

const FILTERS = Object.entries({
  '': 'All',
  'to-pack': 'To fulfill',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  disputed: 'Disputed',
  unpaid: 'Payment failed',
  'refund-failed': 'Refund failed',
})

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const adminPath = useAdminPath()
  const can = useCan()
  return (
    <>
      <ScreenHeader title="Orders">
        <ExportLink list="orders" />
      </ScreenHeader>
      <ListToolbar filters={FILTERS} searchLabel="Search by order number, email, or name" />
      <OrderTable
        label="Orders"
        orders={rows}
        sortable
        selectionForm={can('orders.ship') ? 'bulk' : undefined}
        empty="No orders match."
      />
      {rows.length > 0 && can('orders.ship') && (
        <Form
          action={adminPath('orders/ship')}
          id="bulk"
          className="sticky bottom-0 border-hairline border-t bg-white py-3"
        >
          <SubmitButton variant="secondary">Mark as shipped</SubmitButton>
          <span className="ml-4 text-ink-soft">Applies to selected orders</span>
        </Form>
      )}
      <Pager next={next} previous={previous} />
    </>
  )
}
