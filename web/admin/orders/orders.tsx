import { Form } from 'react-router'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { ListToolbar } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { adminMeta, useAdminPath } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { PrintMatching, PrintSelected } from '../printing/print-orders.tsx'
import { HeaderLink } from '../ui/admin-link.tsx'
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

const SELECTION_FORM = 'bulk'

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="Orders">
        <HeaderLink to="orders/packing-list">Packing list</HeaderLink>
        <PrintMatching />
        <ExportLink list="orders" />
      </ScreenHeader>
      <ListToolbar filters={FILTERS} searchLabel="Search by order number, email, or name" />
      <OrderTable
        label="Orders"
        orders={rows}
        sortable
        selectionForm={SELECTION_FORM}
        empty="No orders match."
      />
      {rows.length > 0 && (
        <Form
          action={adminPath('orders/ship')}
          id={SELECTION_FORM}
          className="sticky bottom-0 border-hairline border-t bg-white py-3"
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="text-ink-soft">Selected orders:</span>
            <SubmitButton variant="secondary">Mark as shipped</SubmitButton>
            <PrintSelected />
          </div>
        </Form>
      )}
      <Pager next={next} previous={previous} />
    </>
  )
}
