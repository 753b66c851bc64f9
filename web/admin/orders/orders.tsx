import { Form, useLocation } from 'react-router'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { suggestOrderTags, tagOrders } from '#core/orders/admin/order-tags.server.ts'
import { hasImportedOrders } from '#core/orders/imported/imported-orders.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { fieldText } from '#web/forms/form-result.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { BULK_BAR, SelectedCount } from '#web/ui/lists/bulk-bar.tsx'
import { ListToolbar, toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminForm, adminAction } from '../admin-route.ts'
import { PrintMatching, PrintSelected } from '../printing/print-orders.tsx'
import { HeaderLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { TagField } from '../ui/tags.tsx'
import { SavedViews } from '../views/saved-views.tsx'
import { changeViews, isViewForm, viewLoader } from '../views/view-forms.ts'
import type { Route } from './+types/orders'
import { NoOrders, OrderFilterChips, OrderFilters } from './order-filters.tsx'
import { OrderTable } from './order-table.tsx'

export const meta = adminMeta('Orders')

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireAdmin(args)
  const [page, suggestions, hasImported] = await Promise.all([
    viewLoader('orders', listAdminOrders)(args),
    suggestOrderTags(ctx),
    hasImportedOrders(ctx),
  ])
  return { ...page, suggestions, hasImported }
}

const LIST_FORMS: Record<string, AdminForm> = {
  '': async (args) => {
    const { ctx, form } = args
    if (isViewForm(form)) return changeViews('orders', args)
    const tagged = await tagOrders(ctx, form.getAll('id').map(String), fieldText(form, 'tag'))
    return { notice: { title: pluralize(tagged, 'order tagged', 'orders tagged') }, status: 200 }
  },
}

export const action = adminAction(LIST_FORMS, 'Couldn’t change the orders')

const LABELS = {
  'to-pack': 'To fulfill',
  'pre-order': 'Pre-order',
  processing: 'In progress',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  disputed: 'Disputed',
  unpaid: 'Payment failed',
  'charge-at-risk': 'Charge at risk',
  'refund-failed': 'Refund failed',
}
const FILTERS = toFilters(LABELS)

const SELECTION_FORM = 'bulk'

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous, views, suggestions, hasImported } = loaderData
  const { search } = useLocation()
  const showsDisputed = new URLSearchParams(search).get('show') === 'disputed'
  const adminPath = useAdminPath()
  const can = useCan()
  return (
    <>
      <ScreenHeader title="Orders" beside={<SavedViews views={views} />}>
        {can('orders.create') && (
          <>
            <HeaderLink to="orders/drafts/new">Create order</HeaderLink>
            <HeaderLink to="orders/drafts">Drafts</HeaderLink>
          </>
        )}
        {showsDisputed && can('orders.refund') && <HeaderLink to="orders/disputes">Disputes</HeaderLink>}
        {hasImported && <HeaderLink to="orders/imported">Imported orders</HeaderLink>}
        <HeaderLink to="orders/packing-list">Packing list</HeaderLink>
        <PrintMatching />
        <ExportLink list="orders" />
        <ExportLink list="order-lines" label="Export lines" />
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <ListToolbar filters={FILTERS} searchLabel="Search by number, customer, or product">
        <OrderFilters />
      </ListToolbar>
      <OrderFilterChips labels={LABELS} />
      <OrderTable
        label="Orders"
        orders={rows}
        sortable
        selectionForm={SELECTION_FORM}
        empty={<NoOrders labels={LABELS} />}
      />
      {rows.length > 0 && (
        <Form action={adminPath('orders/ship')} id={SELECTION_FORM} className={BULK_BAR}>
          <SelectedCount form={SELECTION_FORM} />
          {can('orders.ship') && <SubmitButton variant="secondary">Mark as shipped</SubmitButton>}
          <PrintSelected />
          {can('orders.edit') && (
            <div className="flex items-end gap-2 lg:ml-auto">
              <TagField label="Tag" suggestions={suggestions} className="flex w-40 items-baseline gap-2" />
              <SubmitButton formMethod="post" formAction={adminPath('orders') + search} variant="secondary">
                Add tag
              </SubmitButton>
            </div>
          )}
        </Form>
      )}
      <Pager next={next} previous={previous} />
    </>
  )
}
