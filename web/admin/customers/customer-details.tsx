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
import { withFormErrors } from '#web/account/sign-in/sign-in-actions.ts'
import { setFlash } from '#web/forms/flash.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { Button } from '#web/ui/button.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminBasePath, adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import type { AdminNotice } from '../admin-notices.ts'
import { OrderTable } from '../orders/order-table.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { StatList } from '../ui/stat-list.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/customer-details'
import { NOT_PROVIDED } from './user-table.tsx'

export const meta = adminMeta('A customer')

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

/** Ends their sessions, or serves them no more; the role is changed in User Management. */
export async function action({ context, request, url, params }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'This customer stays as they are', form, async () => {
    const customerAction = customerActions[String(form.get('act'))]
    if (!customerAction) throw new Refusal('invalid_input', 'This is nothing that can be done here.')
    await customerAction.run(ctx, params.id)
    setFlash(context, customerAction.flash)
    return redirect(`${adminBasePath(url)}/users/${params.id}`)
  })
}

const SESSION_LABELS: Record<number, string> = { 0: 'nowhere', 1: 'in one place' }

export default function CustomerDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, addresses, settings, orders, purchases, sessions } = loaderData
  const resultNotice = useFormResult(actionData)
  return (
    <>
      <ScreenHeader title={profile.fullName || NOT_PROVIDED} lead={profile.email}>
        {sessions > 0 && (
          <Form method="post">
            <Button type="submit" name="act" value="sign-out" look="quiet" size="row">
              Sign Out Everywhere
            </Button>
          </Form>
        )}
      </ScreenHeader>
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <StatList
        stats={[
          ['Orders', purchases.orders],
          ['Paid in all', formatFigure(purchases.paid)],
          ['Role', profile.role === 'admin' ? 'Admin' : 'User'],
          ['Joined', <Timestamp key="joined" at={profile.createdAt} />],
          ['Signed in', SESSION_LABELS[sessions] ?? `in ${sessions} places`],
          ['Phone', profile.phone || NOT_PROVIDED],
        ]}
      />
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_18rem]">
        <section aria-label="Orders">
          <h2 className="mb-2 font-display text-name">Orders</h2>
          <OrderTable label="Orders" orders={orders.rows} sortable empty="Nothing was ordered yet." />
          <Pager next={orders.next} previous={orders.previous} />
        </section>
        <div className="space-y-8">
          <Addresses addresses={addresses} />
          <ConsentSettings settings={settings} />
          {profile.role === 'user' && <ServiceStatus profile={profile} />}
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
  shareData: 'Recommendations',
} as const satisfies Record<keyof CustomerSettings, string>

function ConsentSettings({ settings }: { settings: CustomerSettings }) {
  return (
    <SideSection title="Consent">
      <dl className="grid grid-cols-[1fr_auto] gap-y-1">
        {(Object.keys(CONSENTS) as (keyof CustomerSettings)[]).map((name) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{CONSENTS[name]}</dt>
            <dd>{settings[name] ? 'yes' : 'no'}</dd>
          </div>
        ))}
      </dl>
    </SideSection>
  )
}

function ServiceStatus({ profile: { id, email, blockedAt } }: { profile: Profile }) {
  return (
    <SideSection title="Service">
      {blockedAt ? (
        <>
          <p>
            <StatusDot tone="bad">Blocked</StatusDot> since <Timestamp at={blockedAt} showTime />: no sign-in,
            no orders.
          </p>
          <Form method="post">
            <Button type="submit" name="act" value="unblock" look="quiet" size="row">
              Unblock
            </Button>
          </Form>
        </>
      ) : (
        <ConfirmDetails
          label="Block this customer"
          question={`They are signed out, can’t sign in again, and no order is taken for ${email}. Orders that are paid stay as they are.`}
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
