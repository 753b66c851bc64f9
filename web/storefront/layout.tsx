import { href, Outlet } from 'react-router'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { type Category, shownCategories, topCategories } from '#core/catalog/categories/category.ts'
import { readExpressPlace } from '#core/checkout/express/express-quote.server.ts'
import { listNavigation, type Navigation } from '#core/content/navigation/navigation.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { isOpenTo } from '#core/regions/opening.ts'
import { readStoreTexts } from '#core/settings/store-identity.server.ts'
import { FlashNotice } from '../forms/flash-notice.tsx'
import { revalidateUnlessConnectionLost } from '../forms/should-revalidate.ts'
import { readShared, requestContext } from '../request-context.ts'
import { WishForm } from '../wishlist/wish-form.tsx'
import type { Route } from './+types/layout'
import { CustomerService } from './customer-service.tsx'
import { RegionUnavailable } from './region/region-unavailable.tsx'
import { useRegionSync } from './region/use-region-sync.ts'
import { StoreFooter } from './store-footer.tsx'
import { StoreHeader } from './store-header.tsx'
import type { CategoryLink } from './use-categories.ts'

export const shouldRevalidate = revalidateUnlessConnectionLost

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, requestedRegion, demo, store } = requestContext(context)
  const { region, terms } = ctx
  const closedTo = terms.isOpen ? null : isOpenTo(ctx.actor, terms) ? 'shoppers' : 'visitor'
  const unavailableRegion = requestedRegion === region.code ? null : requestedRegion
  const [navigation, categories, { footer }, express] = await Promise.all([
    closedTo === 'visitor' ? POLICY_LINKS : readShared(context, ['navigation'], () => listNavigation(ctx)),
    readCategories(ctx),
    readStoreTexts(ctx),
    readExpressPlace(ctx),
  ])
  if (express) requestContext(context).hasExpressButtons = true
  return {
    ...{ region, regions: terms.regions, unavailableRegion, demo, store, navigation },
    footer,
    ...(express && { express }),
    ...(closedTo && { closedTo, mayOpen: hasPermission(ctx.actor, 'settings.edit') }),
    categories: topCategories(shownCategories(categories)).map(toCategoryLink),
  }
}

/** Before the store opens, the menu and most links would only lead back. */
const POLICY_LINKS: Navigation = {
  menu: [],
  footer: [
    {
      heading: 'Help',
      links: [
        { path: href('/shipping-returns'), title: 'Shipping and returns' },
        { path: href('/contact'), title: 'Contact' },
        { path: href('/privacy'), title: 'Privacy' },
        { path: href('/terms'), title: 'Terms' },
      ],
    },
  ],
  social: [],
}

const toCategoryLink = ({ name, picture }: Category): CategoryLink => ({ name, picture })

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  const { region, regions, unavailableRegion, demo, store, navigation } = loaderData
  useRegionSync(unavailableRegion ?? region.code, regions)
  return (
    <div className="page-frame flex min-h-dvh flex-col" data-closed={loaderData.closedTo}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-paper focus:p-4"
      >
        Skip to content
      </a>
      {demo && <DemoNotice />}
      {loaderData.closedTo === 'shoppers' && <ClosedNotice mayOpen={loaderData.mayOpen === true} />}
      {unavailableRegion && <RegionUnavailable unavailable={unavailableRegion} region={region} />}
      <StoreHeader region={region} regions={regions} store={store} links={navigation.menu} />
      <main id="content" className="grow">
        <FlashNotice className="mx-auto max-w-page px-gutter pt-6" />
        <Outlet />
      </main>
      <StoreFooter region={region} store={store} text={loaderData.footer} navigation={navigation} />
      <CustomerService {...store.support} />
      <WishForm />
    </div>
  )
}

function ClosedNotice({ mayOpen }: { mayOpen: boolean }) {
  return (
    <aside aria-label="Store visibility" className="bg-rosewood px-gutter py-2 text-small text-white">
      Only staff see the store.{' '}
      {mayOpen && (
        <a href="/admin/settings/store" className="underline underline-offset-4">
          Open it
        </a>
      )}
    </aside>
  )
}

function DemoNotice() {
  return (
    <aside
      aria-label="Demo store"
      className="bg-ink px-gutter py-1.5 text-[clamp(0.6875rem,3.3vw,0.875rem)] text-white md:py-2"
    >
      This is a demo store. Nothing here is sold or shipped.
    </aside>
  )
}
