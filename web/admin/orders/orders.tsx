import { Form } from 'react-router'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { shipOrders } from '#core/orders/admin/ship-orders.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/orders'
import { OrderTable } from './order-table.tsx'

export const meta = adminMeta('Orders')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listAdminOrders(requireAdmin({ context, url }), listQueryFrom(url)))
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'Couldn’t mark orders as shipped', form, async () => {
    const { shipped, refused } = await shipOrders(ctx, form.getAll('id').map(String).slice(0, 100))
    const title = pluralize(shipped, 'order marked as shipped', 'orders marked as shipped')
    const description = [...new Set(refused)].join(' ') || undefined
    return {
      notice: { title, description, tone: refused.length ? 'destructive' : 'plain' } as const,
      status: 200,
    }
  })
}

const FILTERS = [
  { name: '', title: 'All' },
  { name: 'to-pack', title: 'To fulfill' },
  { name: 'processing', title: 'Processing' },
  { name: 'shipped', title: 'Shipped' },
  { name: 'delivered', title: 'Delivered' },
  { name: 'cancelled', title: 'Cancelled' },
  { name: 'refunded', title: 'Refunded' },
  { name: 'unpaid', title: 'Payment failed' },
  { name: 'refund-failed', title: 'Refund failed' },
]

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const resultNotice = useFormResult(actionData)
  return (
    <>
      <ScreenHeader title="Orders">
        <ExportLink list="orders" />
      </ScreenHeader>
      <ListToolbar filters={FILTERS} searchLabel="Search by order number, email, or name" />
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <OrderTable label="Orders" orders={rows} sortable selectionForm="bulk" empty="No orders match." />
      {rows.length > 0 && (
        <Form method="post" id="bulk" className="sticky bottom-0 border-hairline border-t bg-white py-3">
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
