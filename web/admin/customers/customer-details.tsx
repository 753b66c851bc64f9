import { Form, redirect } from 'react-router'
import { blockCustomer, unblockCustomer } from '#core/accounts/block-customer.server.ts'
import { countSessions, signOutEverywhere } from '#core/accounts/sessions/sign-out-everywhere.server.ts'
import type { Context } from '#core/context.ts'
import { findCustomer } from '#core/customers/customer.server.ts'
import { Refusal } from '#core/errors.ts'
import { formatFigure } from '#core/money.ts'
import { getCustomerOrderTotals } from '#core/orders/admin/customer-order-totals.server.ts'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import type { AdminNotice } from '#web/forms/admin-notices.ts'
import { setFlash } from '#web/forms/flash.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { adminBasePath, adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { OrderTable } from '../orders/order-table.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { StatList } from '../ui/stat-list.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/customer-details'
import { AccountStatus, Addresses, ConsentSettings } from './customer-side-sections.tsx'
import { NOT_PROVIDED } from './user-table.tsx'

export const meta = adminMeta('Customer')

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const { id } = params
  const customer = await refusalToResponse(findCustomer(ctx, id))
  const [orders, purchases, sessions] = await Promise.all([
    refusalToResponse(listAdminOrders(ctx, { ...listQueryFrom(url), customerId: id })),
    getCustomerOrderTotals(ctx, id),
    countSessions(ctx, id),
  ])
  return { ...customer, orders, purchases, sessions }
}

const customerActions: Record<string, { run(ctx: Context, id: string): Promise<void>; flash: AdminNotice }> =
  {
    'sign-out': { run: signOutEverywhere, flash: 'sessions-ended' },
    block: { run: blockCustomer, flash: 'customer-blocked' },
    unblock: { run: unblockCustomer, flash: 'customer-unblocked' },
  }

export async function action({ context, request, url, params }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'Couldn’t update the customer', form, async () => {
    const customerAction = customerActions[String(form.get('act'))]
    if (!customerAction) throw new Refusal('invalid_input', 'Choose a valid action.')
    await customerAction.run(ctx, params.id)
    setFlash(context, customerAction.flash)
    return redirect(`${adminBasePath(url)}/users/${params.id}`)
  })
}

export default function CustomerDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, addresses, settings, orders, purchases, sessions } = loaderData
  const resultNotice = useFormResult(actionData)
  return (
    <>
      <ScreenHeader title={profile.fullName || NOT_PROVIDED} lead={profile.email}>
        {sessions > 0 && (
          <Form method="post">
            <Button type="submit" name="act" value="sign-out" variant="secondary" size="small">
              Sign out everywhere
            </Button>
          </Form>
        )}
      </ScreenHeader>
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <StatList
        stats={[
          ['Orders', purchases.orders],
          ['Lifetime spend', formatFigure(purchases.paid)],
          ['Role', profile.role === 'admin' ? 'Admin' : 'User'],
          ['Joined', <Timestamp key="joined" at={profile.createdAt} />],
          ['Active sessions', sessions ? pluralize(sessions, 'device') : 'None'],
          ['Phone', profile.phone || NOT_PROVIDED],
        ]}
      />
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_18rem]">
        <section aria-label="Orders">
          <h2 className="mb-2 font-display text-name">Orders</h2>
          <OrderTable label="Orders" orders={orders.rows} sortable empty="No orders yet." />
          <Pager next={orders.next} previous={orders.previous} />
        </section>
        <div className="space-y-8">
          <Addresses addresses={addresses} />
          <ConsentSettings settings={settings} />
          {profile.role === 'user' && <AccountStatus profile={profile} />}
        </div>
      </div>
    </>
  )
}
