import { type ReactNode, useEffect } from 'react'
import {
  href,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { isOpenTo } from '#core/regions/opening.ts'
import type { Route } from './+types/root'
import type { PageSession } from './account/auth.ts'
import { AuthProvider } from './account/auth-provider.tsx'
import { isOpenBeforeStore } from './before-opening.ts'
import { ErrorPage } from './error-page.tsx'
import { takeFlash } from './forms/flash.ts'
import { FlashToast } from './forms/flash-toast.tsx'
import { revalidateUnlessConnectionLost } from './forms/should-revalidate.ts'
import { DEFERRED_HYDRATION_SCRIPT } from './hydration/deferred-hydration.ts'
import { loadMarks } from './hydration/load-marks.ts'
import { noStore, requestContext, shopContext } from './request-context.ts'
import { setStoreName, storeName } from './store-name.ts'
import { PageNotFound } from './storefront/not-found.tsx'
import stylesheet from './tokens.css?url'
import { PageAnnouncer } from './ui/page-announcer.tsx'
import { ToastProvider } from './ui/toast/toast.tsx'

// It has run before React starts, so the browser's code leaves it out.
const hydrationScript = import.meta.env.SSR ? DEFERRED_HYDRATION_SCRIPT : ''

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  if (root) setStoreName(root.store)
  // From now on React handles changes, and DEFERRED_HYDRATION_SCRIPT submits no forms.
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    loadMarks()
  }, [])
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f7f2eb" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash in the content security policy */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: hydrationScript }} />
      </body>
    </html>
  )
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const shouldRevalidate = revalidateUnlessConnectionLost

const recordRoute: Route.MiddlewareFunction = ({ context, pattern }) => {
  requestContext(context).route = `/${pattern}`
}
/** Until the store opens, shoppers can only use their account and read the policies. */
const requireOpenStore: Route.MiddlewareFunction = ({ context, pattern }) => {
  const { actor, terms } = shopContext(context)
  if (!isOpenTo(actor, terms) && !isOpenBeforeStore(pattern)) throw redirect(href('/coming-soon'))
}
export const middleware = [recordRoute, requireOpenStore]

export function loader({ context }: Route.LoaderArgs) {
  const { actor, settings } = shopContext(context)
  const { visitor, store: identity } = requestContext(context)
  const store = identity.name
  const { origin } = settings
  const flash = takeFlash(context)
  if (actor.kind !== 'user') return { visitor, session: null, flash, origin, store }
  noStore(context)
  const { id, email, fullName, role, staffRole = null, expiresAt } = actor
  const session: PageSession = {
    user: { id, email, fullName, role, staffRole },
    expiresAt: expiresAt.getTime(),
  }
  return { visitor, session, flash, origin, store }
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { visitor, session, flash } = loaderData
  return (
    <AuthProvider visitor={visitor} session={session} sessionChange={flash?.sessionChange}>
      <ToastProvider>
        <Outlet />
        <PageAnnouncer />
        <FlashToast flash={flash} />
      </ToastProvider>
    </AuthProvider>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <main className="page-frame min-h-dvh">
      <title>{`Page not found · ${storeName()}`}</title>
      <PageNotFound />
    </main>
  )
}
