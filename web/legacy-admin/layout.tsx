import { Form, Outlet } from 'react-router'
import { countWaitingWork } from '#core/analytics/dashboard-activity.server.ts'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { permissionsOf } from '#core/permissions/permissions.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { useAuth } from '../account/auth.ts'
import { adminMeta, requireAdmin } from '../admin/admin-context.ts'
import { AdminFrame } from '../admin/admin-frame.tsx'
import { findApprovals } from '../admin/approvals/find-approvals.server.ts'
import { toCategoryOptions } from '../admin/categories/category-options.ts'
import { ScreenFailure } from '../admin/screen-failure.tsx'
import { ScreenLinks } from '../admin/screen-links.tsx'
import { MENU } from '../admin/screens.ts'
import { SearchButton } from '../admin/search/search-button.tsx'
import { useCommandPalette } from '../admin/search/use-command-palette.tsx'
import { TimeZoneNote } from '../admin/ui/time-zone-note.tsx'
import { FlashNotice } from '../forms/flash-notice.tsx'
import { keepFormOnFailure } from '../forms/keep-form-on-failure.ts'
import { requireAccess } from '../require-access.ts'
import { TextButton } from '../ui/form-buttons.tsx'
import type { Route } from './+types/layout'

export const meta = adminMeta('Admin Dashboard')

export const middleware: Route.MiddlewareFunction[] = [requireAccess]

export const clientMiddleware = keepFormOnFailure()

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const { actor, db, log } = ctx
  const [{ timeZone }, approvals, waiting, categories] = await Promise.all([
    readStoreSettings(db, log),
    findApprovals(ctx),
    countWaitingWork(ctx),
    readCategories(ctx),
  ])
  return {
    ...{ email: actor.email, permissions: permissionsOf(actor), approvals, waiting, timeZone },
    categories: toCategoryOptions(categories),
  }
}

const OLDER_SCREENS = ['', 'users', 'orders', 'accounting', 'media', 'uploads', 'user-management']
const OLDER_MENU = OLDER_SCREENS.flatMap((screen) => MENU.filter(({ to }) => to === screen))

export default function LegacyAdminLayout({ loaderData }: Route.ComponentProps) {
  const { loading } = useAuth()
  const { openPalette, palette } = useCommandPalette()
  return (
    <AdminFrame
      timeZone={loaderData.timeZone}
      permissions={loaderData.permissions}
      approvals={loaderData.approvals}
      categories={loaderData.categories}
      className="bg-paper"
    >
      <header className="flex flex-wrap items-center gap-x-6 border-hairline border-b bg-white px-4 py-3 md:px-8 print:hidden">
        <p className="mr-auto font-display text-name">Admin Dashboard</p>
        {loading && (
          <p role="status" className="text-ink-soft noscript:hidden">
            Loading...
          </p>
        )}
        <SearchButton onOpen={openPalette} showsText className="min-h-9" />
        <p className="truncate text-ink-soft">{loaderData.email}</p>
        <Form method="post" action="/sign-out">
          <input type="hidden" name="to" value="/login" />
          <TextButton>Logout</TextButton>
        </Form>
      </header>
      <div className="md:flex print:block">
        <nav
          aria-label="Back office"
          className="relative border-hairline print:hidden max-md:overflow-x-auto max-md:border-b md:min-h-[calc(100dvh-4rem)] md:w-56 md:shrink-0 md:border-r md:py-4 max-md:[&_ul]:flex max-md:[&_ul]:w-max"
        >
          <ScreenLinks screens={OLDER_MENU} waiting={loaderData.waiting} />
        </nav>
        <main id="content" className="min-w-0 grow bg-white px-4 pt-6 pb-16 md:px-8 md:pt-5 print:p-0">
          <FlashNotice className="mb-6" />
          <Outlet />
          <TimeZoneNote />
        </main>
      </div>
      {palette}
    </AdminFrame>
  )
}

export function ErrorBoundary() {
  return <ScreenFailure />
}
