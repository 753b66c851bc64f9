import { Form, Outlet, useLocation } from 'react-router'
import { countWaitingWork } from '#core/analytics/dashboard-activity.server.ts'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { permissionsOf } from '#core/permissions/permissions.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { FlashNotice } from '../forms/flash-notice.tsx'
import { keepFormOnFailure } from '../forms/keep-form-on-failure.ts'
import { requireAccess } from '../require-access.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import type { Route } from './+types/layout'
import { adminMeta, requireAdmin } from './admin-context.ts'
import { AdminFrame } from './admin-frame.tsx'
import { findApprovals } from './approvals/find-approvals.server.ts'
import { toCategoryOptions } from './categories/category-options.ts'
import { ScreenFailure } from './screen-failure.tsx'
import { MenuGroups } from './screen-links.tsx'
import { SearchButton } from './search/search-button.tsx'
import { useCommandPalette } from './search/use-command-palette.tsx'
import { isSidebarOpen } from './sidebar-state.ts'
import { Icon } from './ui/icon.tsx'
import { TimeZoneNote } from './ui/time-zone-note.tsx'
import { closeOnFocusOut, useSidebar } from './use-sidebar.ts'

export const meta = adminMeta('Back office')

export const middleware: Route.MiddlewareFunction[] = [requireAccess]

export const clientMiddleware = keepFormOnFailure()

export async function loader({ context, request, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const { actor, db, log } = ctx
  const [{ timeZone, store }, approvals, waiting, categories] = await Promise.all([
    readStoreSettings(db, log),
    findApprovals(ctx),
    countWaitingWork(ctx),
    readCategories(ctx),
  ])
  return {
    store: store.name,
    email: actor.email,
    permissions: permissionsOf(actor),
    approvals,
    waiting,
    categories: toCategoryOptions(categories),
    open: isSidebarOpen(request.headers.get('cookie')),
    timeZone,
  }
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { store, email, permissions, approvals, waiting, open: initiallyOpen, timeZone } = loaderData
  const { open, toggle, sheet } = useSidebar(initiallyOpen)
  const { openPalette, palette } = useCommandPalette()
  const { key } = useLocation()
  return (
    <AdminFrame
      timeZone={timeZone}
      permissions={permissions}
      approvals={approvals}
      categories={loaderData.categories}
      className="bg-white md:flex print:block"
    >
      <aside
        aria-label="Sidebar"
        data-state={open ? 'open' : 'collapsed'}
        className={`sticky top-0 hidden h-dvh shrink-0 flex-col overflow-hidden print:hidden border-hairline border-r bg-paper transition-[width] md:flex ${open ? 'w-64' : 'w-12'}`}
      >
        <div className={`flex shrink-0 items-center ${open ? 'h-12' : 'flex-col'}`}>
          <SidebarToggle open={open} onToggle={toggle} />
          {open && <Brand name={store} />}
          <SearchButton
            onOpen={openPalette}
            className="h-10 w-12 shrink-0 justify-center outline-offset-[-3px]"
          />
        </div>
        <nav aria-label="Back office" className="flex grow flex-col overflow-y-auto overflow-x-hidden">
          <MenuGroups waiting={waiting} collapsed={!open} />
        </nav>
        {open && <SignOutForm email={email} />}
      </aside>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-hairline border-b bg-paper pr-4 md:hidden print:hidden">
        <details key={key} ref={sheet} onBlur={closeOnFocusOut} className="group">
          <summary className="flex size-14 cursor-pointer list-none items-center justify-center outline-offset-[-3px]">
            <Icon name="menu" />
            <span className="sr-only">Menu</span>
          </summary>
          <div className="fixed inset-x-0 top-14 bottom-0 bg-ink/30">
            <div className="flex h-full w-72 flex-col bg-paper">
              <nav aria-label="Back office" className="flex grow flex-col overflow-y-auto py-2">
                <MenuGroups waiting={waiting} />
              </nav>
              <SignOutForm email={email} />
            </div>
          </div>
        </details>
        <Brand name={store} />
        <SearchButton onOpen={openPalette} className="ml-auto size-11 justify-center" />
      </header>
      <main id="content" className="min-w-0 grow px-4 pt-6 pb-16 md:px-8 md:pt-5 print:p-0">
        <FlashNotice className="mb-6" />
        <Outlet />
        <TimeZoneNote />
      </main>
      {palette}
    </AdminFrame>
  )
}

function Brand({ name }: { name: string }) {
  return (
    <Link to="/" className="grow truncate font-display text-lead md:text-body">
      {name}
    </Link>
  )
}

function SidebarToggle({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <Form
      method="post"
      action="/admin/sidebar"
      onSubmit={(event) => {
        event.preventDefault()
        onToggle()
      }}
    >
      <input type="hidden" name="open" value={String(!open)} />
      <input type="hidden" name="back" value={pathname + search} />
      <Tooltip text={open ? 'Collapse sidebar (Ctrl+B)' : 'Expand sidebar (Ctrl+B)'} side="right">
        <button
          type="submit"
          aria-expanded={open}
          className="flex size-12 cursor-pointer items-center justify-center text-ink-soft outline-offset-[-3px] hover:text-ink"
        >
          <Icon name="panel" />
          <span className="sr-only">Toggle sidebar</span>
        </button>
      </Tooltip>
    </Form>
  )
}

function SignOutForm({ email }: { email: string }) {
  return (
    <div className="flex h-10 shrink-0 items-center gap-3 border-hairline border-t px-3.5 pointer-coarse:h-14">
      <p className="grow truncate text-ink-soft" title={email}>
        {email}
      </p>
      <Form method="post" action="/sign-out" className="shrink-0">
        <input type="hidden" name="to" value="/admin/login" />
        <TextButton>Sign Out</TextButton>
      </Form>
    </div>
  )
}

export function ErrorBoundary() {
  return <ScreenFailure />
}
