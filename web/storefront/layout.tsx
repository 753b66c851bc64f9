import { Outlet } from 'react-router'
import { listNavigation } from '#core/content/published/navigation.server.ts'
import { useAuth } from '../account/auth.ts'
import { revalidateUnlessConnectionLost } from '../forms/should-revalidate.ts'
import { requestContext } from '../request-context.ts'
import type { Route } from './+types/layout'
import { CustomerService } from './customer-service.tsx'
import { useRegionSync } from './region/use-region-sync.ts'
import { StoreFooter } from './store-footer.tsx'
import { StoreHeader } from './store-header.tsx'

export const shouldRevalidate = revalidateUnlessConnectionLost

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, demo, store } = requestContext(context)
  return { region: ctx.region, demo, store, navigation: await listNavigation(ctx) }
}

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  const { region, demo, store, navigation } = loaderData
  const { user } = useAuth()
  useRegionSync(region)
  return (
    <div className="page-frame flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-paper focus:p-4"
      >
        Skip to content
      </a>
      {demo && <DemoNotice />}
      <StoreHeader region={region} store={store} user={user} links={navigation.menu} />
      <main id="content" className="grow">
        <Outlet />
      </main>
      <StoreFooter region={region} store={store} links={navigation.footer} />
      <CustomerService {...store.support} />
    </div>
  )
}

function DemoNotice() {
  return (
    <aside aria-label="Demo store" className="bg-ink px-gutter py-2 text-small text-white">
      This is a demo store. Nothing here is sold or shipped.
    </aside>
  )
}
