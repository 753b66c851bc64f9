import type { ReactNode } from 'react'
import { Form, redirect } from 'react-router'
import type { Profile } from '#core/accounts/account.ts'
import { blockCustomer, unblockCustomer } from '#core/accounts/block-customer.server.ts'
import { countSessions, signOutEverywhere } from '#core/accounts/sessions/sign-out-everywhere.server.ts'
import type { Context } from '#core/context.ts'
import { findCustomer } from '#core/customers/customer.server.ts'
import type { CustomerSettings, SavedAddress } from '#core/customers/profile.ts'
import { Refusal } from '#core/errors.ts'
import { formatFigure } from '#core/money.ts'
import { getCustomerOrderTotals } from '#core/orders/admin/customer-order-totals.server.ts'
import { listAdminOrders } from '#core/orders/admin/order-list.server.ts'
import { REGIONS } from '#core/regions/regions.ts'
import type { AdminNotice } from '#web/forms/admin-notices.ts'
import { setFlash } from '#web/forms/flash.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminBasePath, adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { OrderTable } from '../orders/order-table.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { StatList } from '../ui/stat-list.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/customer-details'
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
            <Button type="submit" name="act" value="sign-out" look="quiet" size="row">
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

function Addresses({ addresses }: { addresses: SavedAddress[] }) {
  return (
    <SideSection title="Addresses">
      {addresses.length === 0 && <p className="text-ink-soft">No addresses saved</p>}
      {addresses.map((savedAddress) => (
        <address key={savedAddress.id} className="not-italic">
          <span className="text-ink-soft">
            {savedAddress.label}
            {savedAddress.isDefault && ', default'}
          </span>
          <br />
          {savedAddress.firstName} {savedAddress.lastName}, {savedAddress.address}, {savedAddress.city},{' '}
          {savedAddress.state} {savedAddress.zipCode}, {REGIONS[savedAddress.country].country}
        </address>
      ))}
    </SideSection>
  )
}

const CONSENTS = {
  orderConfirmations: 'Order confirmations',
  shippingUpdates: 'Shipping updates',
  promotionalEmails: 'Promotional emails',
  allowCookies: 'Cookies',
  shareData: 'Personalized recommendations',
} as const satisfies Record<keyof CustomerSettings, string>

function ConsentSettings({ settings }: { settings: CustomerSettings }) {
  return (
    <SideSection title="Consent">
      <dl className="grid grid-cols-[1fr_auto] gap-y-1">
        {(Object.keys(CONSENTS) as (keyof CustomerSettings)[]).map((name) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{CONSENTS[name]}</dt>
            <dd>{settings[name] ? 'Yes' : 'No'}</dd>
          </div>
        ))}
      </dl>
    </SideSection>
  )
}

function AccountStatus({ profile: { id, email, blockedAt } }: { profile: Profile }) {
  return (
    <SideSection title="Account status">
      {blockedAt ? (
        <>
          <p>
            <StatusDot tone="bad">Blocked</StatusDot> <Timestamp at={blockedAt} showTime />
          </p>
          <p>This customer can’t sign in or place orders.</p>
          <Form method="post">
            <Button type="submit" name="act" value="unblock" look="quiet" size="row">
              Unblock
            </Button>
          </Form>
        </>
      ) : (
        <ConfirmDetails
          label="Block customer…"
          question={`Block ${email}? They’ll be signed out and can’t sign in or place orders. Paid orders aren’t affected.`}
          fields={{ act: 'block', id }}
          confirmLabel="Block"
        />
      )}
    </SideSection>
  )
}

function SideSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-3">
      <h2 className="font-display text-name">{title}</h2>
      {children}
    </section>
  )
}
