import { href, redirect } from 'react-router'
import { listAddresses } from '#core/customers/addresses.server.ts'
import { readProfile } from '#core/customers/profile.server.ts'
import { readCustomerSettings } from '#core/customers/settings.server.ts'
import { listOrders } from '#core/orders/orders.server.ts'
import { orRefused } from '../frame/refused.ts'
import { guarded } from '../guard.ts'
import { TabLinks } from '../ui/tab-links.tsx'
import type { Route } from './+types/profile.ts'
import { AddressesTab } from './addresses-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { PROFILE_ACTS } from './profile-acts.ts'
import { isTab, type Tab, tabAddress } from './profile-tabs.ts'
import { SettingsTab } from './settings-tab.tsx'
import { orSaid } from './sign-in-acts.ts'
import { useOutcome } from './use-outcome.ts'
import { onlyForCustomers } from './who.ts'

export const meta = () => [{ title: 'My Profile · Eternal Beauty' }, { name: 'robots', content: 'noindex' }]

export const middleware: Route.MiddlewareFunction[] = [guarded]

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = onlyForCustomers(context, request)
  const asked = new URL(request.url).searchParams
  const tab = tabOf(asked)
  if (tab === 'addresses')
    return { tab, addresses: await listAddresses(ctx), form: asked.has('add') ? 'new' : asked.get('edit') }
  if (tab === 'settings') return { tab, settings: await readCustomerSettings(ctx) }
  if (tab === 'orders') {
    const cursor = asked.get('after') ?? undefined
    return { tab, later: cursor !== undefined, ...(await orRefused(listOrders(ctx, { cursor, limit: 10 }))) }
  }
  const { email, fullName, phone, dateOfBirth } = await readProfile(ctx)
  return { tab, details: { email, fullName, phone, dateOfBirth } }
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = onlyForCustomers(context, request)
  const form = await request.formData()
  const name = String(form.get('act'))
  if (!isAct(name)) return redirect(href('/profile'))
  return orSaid(context, 'Error', form, () => PROFILE_ACTS[name](ctx, form, context))
}

const TABS = [
  { name: 'profile', title: 'Profile', to: tabAddress('profile') },
  { name: 'addresses', title: 'Addresses', to: tabAddress('addresses') },
  { name: 'orders', title: 'Orders', to: tabAddress('orders') },
  { name: 'settings', title: 'Settings', to: tabAddress('settings') },
] as const

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const said = useOutcome(actionData)
  const told = { notice: said, fields: actionData?.fields, values: actionData?.values }
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <h1 className="font-display text-title">My Profile</h1>
      <div className="mt-8">
        <TabLinks label="My Profile" tabs={TABS} current={loaderData.tab} />
      </div>
      <section aria-label={TABS.find(({ name }) => name === loaderData.tab)?.title} className="pt-12">
        {loaderData.tab === 'profile' && <DetailsTab details={loaderData.details} told={told} />}
        {loaderData.tab === 'addresses' && (
          <AddressesTab addresses={loaderData.addresses} form={loaderData.form} told={told} />
        )}
        {loaderData.tab === 'orders' && <OrdersTab page={loaderData} />}
        {loaderData.tab === 'settings' && <SettingsTab settings={loaderData.settings} told={told} />}
      </section>
    </div>
  )
}

function tabOf(asked: URLSearchParams): Tab {
  const wanted = asked.get('tab')
  return isTab(wanted) ? wanted : 'profile'
}

function isAct(name: string): name is keyof typeof PROFILE_ACTS {
  return Object.hasOwn(PROFILE_ACTS, name)
}
