import type { ReactNode } from 'react'
import { Form, redirect } from 'react-router'
import type { Profile } from '#core/accounts/account.ts'
import { blockCustomer, unblockCustomer } from '#core/accounts/block.server.ts'
import { countSessions, signOutEverywhere } from '#core/accounts/sign-out-other.server.ts'
import type { Context } from '#core/context.ts'
import { findCustomer } from '#core/customers/customer.server.ts'
import type { CustomerSettings, SavedAddress } from '#core/customers/profile.ts'
import { Refusal } from '#core/errors.ts'
import { formatFigure } from '#core/money.ts'
import { listAdminOrders } from '#core/orders/all-orders.server.ts'
import { getCustomerOrderTotals } from '#core/orders/bought-by.server.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { setFlash } from '../account/kept.ts'
import { withFormErrors } from '../account/sign-in-acts.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { refusalToResponse } from '../frame/refused.ts'
import { Button } from '../ui/button.tsx'
import { Pager } from '../ui/pager.tsx'
import { InlineNotice } from '../ui/said.tsx'
import { StatusDot } from '../ui/standing.tsx'
import type { Route } from './+types/user.ts'
import { Ask } from './ask.tsx'
import { Facts } from './facts.tsx'
import { Moment } from './moment.tsx'
import type { OfficeNotice } from './notices.ts'
import { adminOf, askedOf, officeOf, titled } from './office.ts'
import { OrderTable } from './order-table.tsx'
import { NOT_PROVIDED } from './people-table.tsx'
import { ScreenHead } from './screen-head.tsx'

export const meta = titled('A customer')

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = adminOf({ context, url })
  const { id } = params
  const customer = await refusalToResponse(findCustomer(ctx, id))
  const [orders, bought, sessions] = await Promise.all([
    refusalToResponse(listAdminOrders(ctx, { ...askedOf(url), customerId: id })),
    getCustomerOrderTotals(ctx, id),
    countSessions(ctx, id),
  ])
  return { ...customer, orders, bought, sessions }
}

const ACTS: Record<string, { act(ctx: Context, id: string): Promise<void>; said: OfficeNotice }> = {
  'sign-out': { act: signOutEverywhere, said: 'sessions-ended' },
  block: { act: blockCustomer, said: 'customer-blocked' },
  unblock: { act: unblockCustomer, said: 'customer-unblocked' },
}

/** Ends their sessions, or serves them no more; the role is changed in User Management. */
export async function action({ context, request, url, params }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'This customer stays as they are', form, async () => {
    const asked = ACTS[String(form.get('act'))]
    if (!asked) throw new Refusal('invalid_input', 'This is nothing that can be done here.')
    await asked.act(ctx, params.id)
    setFlash(context, asked.said)
    return redirect(`${officeOf(url)}/users/${params.id}`)
  })
}

const PLACES: Record<number, string> = { 0: 'nowhere', 1: 'in one place' }

export default function Customer({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, addresses, settings, orders, bought, sessions } = loaderData
  const said = useFormResult(actionData)
  return (
    <>
      <ScreenHead title={profile.fullName || NOT_PROVIDED} lead={profile.email}>
        {sessions > 0 && (
          <Form method="post">
            <Button type="submit" name="act" value="sign-out" look="quiet" size="row">
              Sign Out Everywhere
            </Button>
          </Form>
        )}
      </ScreenHead>
      <InlineNotice notice={said} className="mb-4 max-w-prose" />
      <Facts
        facts={[
          ['Orders', bought.orders],
          ['Paid in all', formatFigure(bought.paid)],
          ['Role', profile.role === 'admin' ? 'Admin' : 'User'],
          ['Joined', <Moment key="joined" at={profile.createdAt} />],
          ['Signed in', PLACES[sessions] ?? `in ${sessions} places`],
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
          <Consent settings={settings} />
          {profile.role === 'user' && <Service profile={profile} />}
        </div>
      </div>
    </>
  )
}

function Addresses({ addresses }: { addresses: SavedAddress[] }) {
  return (
    <Aside title="Addresses">
      {addresses.length === 0 && <p className="text-ink-soft">No addresses saved</p>}
      {addresses.map((one) => (
        <address key={one.id} className="not-italic">
          <span className="text-ink-soft">
            {one.label}
            {one.isDefault && ', default'}
          </span>
          <br />
          {one.firstName} {one.lastName}, {one.address}, {one.city}, {one.state} {one.zipCode},{' '}
          {REGIONS[one.country].country}
        </address>
      ))}
    </Aside>
  )
}

const CONSENTS = {
  orderConfirmations: 'Order confirmations',
  shippingUpdates: 'Shipping updates',
  promotionalEmails: 'Promotional emails',
  allowCookies: 'Cookies',
  shareData: 'Recommendations',
} as const satisfies Record<keyof CustomerSettings, string>

function Consent({ settings }: { settings: CustomerSettings }) {
  return (
    <Aside title="Consent">
      <dl className="grid grid-cols-[1fr_auto] gap-y-1">
        {(Object.keys(CONSENTS) as (keyof CustomerSettings)[]).map((name) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{CONSENTS[name]}</dt>
            <dd>{settings[name] ? 'yes' : 'no'}</dd>
          </div>
        ))}
      </dl>
    </Aside>
  )
}

function Service({ profile: { id, email, blockedAt } }: { profile: Profile }) {
  return (
    <Aside title="Service">
      {blockedAt ? (
        <>
          <p>
            <StatusDot tone="bad">Blocked</StatusDot> since <Moment at={blockedAt} minutes />: no sign-in, no
            orders.
          </p>
          <Form method="post">
            <Button type="submit" name="act" value="unblock" look="quiet" size="row">
              Unblock
            </Button>
          </Form>
        </>
      ) : (
        <Ask
          open="Block this customer"
          question={`They are signed out, can’t sign in again, and no order is taken for ${email}. Orders that are paid stay as they are.`}
          fields={{ act: 'block', id }}
          yes="Block"
        />
      )}
    </Aside>
  )
}

function Aside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-3">
      <h2 className="font-display text-name">{title}</h2>
      {children}
    </section>
  )
}
