import { PROFILE_FIELDS } from '#core/accounts/profile-fields.ts'
import { listAddresses } from '#core/customers/addresses.server.ts'
import { readCustomerSettings } from '#core/customers/customer-settings.server.ts'
import { readProfile } from '#core/customers/profile.server.ts'
import { pickValues } from '#core/fields/fields.ts'
import { listStoreCredit } from '#core/gift-cards/store-credit.server.ts'
import { formatMoney, type Money } from '#core/money.ts'
import { listOwnOrders } from '#core/orders/orders.server.ts'
import { mayHaveSavedMethods } from '#core/payments/saved-methods/saved-methods.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { handleForm } from '#web/forms/handle-form.ts'
import { isServerFailure, keepFormOnFailure, keepLayoutsOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'
import { loadImportedOrders } from '#web/orders/load-imported-orders.server.ts'
import { loadOrders, ORDERS_FAILED } from '#web/orders/load-orders.ts'
import { privateMeta } from '#web/page-title.ts'
import { requireAccess } from '#web/require-access.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { PAGE_TABS } from '#web/ui/tab-looks.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/profile'
import { AddressesTab } from './addresses-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { PROFILE_FORMS } from './profile-forms.ts'
import { selectedTab, TABS } from './profile-tabs.ts'
import { SettingsTab } from './settings-tab.tsx'

export const meta = () => privateMeta('My Profile')

export const middleware: Route.MiddlewareFunction[] = [requireAccess]

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = requireUser(context, request)
  const { searchParams } = new URL(request.url)
  const tab = selectedTab(searchParams)
  if (tab === 'addresses')
    return {
      tab,
      addresses: await listAddresses(ctx),
      form: searchParams.has('add') ? 'new' : searchParams.get('edit'),
    }
  if (tab === 'settings') {
    const [settings, hasPaymentMethods] = await Promise.all([
      readCustomerSettings(ctx),
      mayHaveSavedMethods(ctx),
    ])
    return { tab, settings, hasPaymentMethods }
  }
  if (tab === 'orders') {
    const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
    const lists = {
      orders: (cursor: string | undefined) => listOwnOrders(ctx, { cursor, limit: 10 }),
      imported: () => loadImportedOrders(ctx, searchParams, timeZone),
    }
    return { tab, orders: await refusalToResponse(loadOrders(ctx, searchParams, lists, timeZone)) }
  }
  const [profile, credits] = await Promise.all([readProfile(ctx), listStoreCredit(ctx)])
  return { tab, credits, details: { email: profile.email, ...pickValues(PROFILE_FIELDS, profile) } }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    const tab = selectedTab(new URL(request.url).searchParams)
    if (!isServerFailure(error)) throw error
    return tab === 'orders' ? { tab, orders: ORDERS_FAILED } : { tab, failed: true as const }
  }
}

export const clientMiddleware = [...keepFormOnFailure(), keepLayoutsOnFailure]

export function action(args: Route.ActionArgs) {
  const ctx = requireUser(args.context, args.request)
  return handleForm(args, { input: { ctx }, handlers: PROFILE_FORMS, errorTitle: 'Error' })
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const tabs = TABS.map((tab) => ({ ...tab, isCurrent: tab.name === loaderData.tab }))
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <h1 className="font-display text-title">My Profile</h1>
      <div className="mt-8">
        <TabLinks label="My Profile" look={PAGE_TABS} tabs={tabs} preventScrollReset />
      </div>
      <section aria-label={tabs.find(({ isCurrent }) => isCurrent)?.title} className="pt-12">
        <TabContent loaderData={loaderData} />
      </section>
    </div>
  )
}

function TabContent({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  if ('failed' in loaderData) return <InlineNotice notice={UNEXPECTED_ERROR} />
  if (loaderData.tab === 'addresses')
    return <AddressesTab addresses={loaderData.addresses} openForm={loaderData.form} />
  if (loaderData.tab === 'orders') return <OrdersTab loadedOrders={loaderData.orders} />
  if (loaderData.tab === 'settings')
    return <SettingsTab settings={loaderData.settings} hasPaymentMethods={loaderData.hasPaymentMethods} />
  return (
    <>
      <StoreCredit credits={loaderData.credits} />
      <DetailsTab details={loaderData.details} />
    </>
  )
}

function StoreCredit({ credits }: { credits: Money[] }) {
  if (!credits.length) return null
  return (
    <p className="mb-10 max-w-prose">
      Your store credit: <span className="tabular">{credits.map(formatMoney).join(', ')}</span>. You can use
      it at checkout.
    </p>
  )
}
