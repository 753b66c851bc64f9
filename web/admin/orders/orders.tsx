import { Form } from 'react-router'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Button } from '#web/ui/button.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/orders'
import { OrderTable } from './order-table.tsx'

export const meta = adminMeta('Orders')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listAdminOrders(requireAdmin({ context, url }), listQueryFrom(url)))
}

const FILTERS = [
  { name: '', title: 'All' },
  { name: 'to-pack', title: 'To fulfill' },
  { name: 'processing', title: 'Processing' },
  { name: 'shipped', title: 'Shipped' },
  { name: 'delivered', title: 'Delivered' },
  { name: 'cancelled', title: 'Cancelled' },
  { name: 'refunded', title: 'Refunded' },
  { name: 'disputed', title: 'Disputed' },
  { name: 'unpaid', title: 'Payment failed' },
  { name: 'refund-failed', title: 'Refund failed' },
]

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="Orders">
        <ExportLink list="orders" />
      </ScreenHeader>
      <ListToolbar filters={FILTERS} searchLabel="Search by order number, email, or name" />
      <OrderTable label="Orders" orders={rows} sortable selectionForm="bulk" empty="No orders match." />
      {rows.length > 0 && (
        <Form
          action={adminPath('orders/ship')}
          id="bulk"
          className="sticky bottom-0 border-hairline border-t bg-white py-3"
        >
          <Button type="submit" variant="secondary" size="small">
            Mark as shipped
          </Button>
          <span className="ml-4 text-ink-soft">Applies to selected orders</span>
        </Form>
      )}
      <Pager next={next} previous={previous} />
    </>
  )
}
