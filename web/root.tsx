import './tokens.css'
import { type ReactNode, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router'
import { LATE_START } from './frame/late-start.ts'
import { StoreFailure } from './frame/store-failure.tsx'
import { PageNotFound } from './storefront/not-found.tsx'
import { Toasts } from './ui/toast.tsx'

export function Layout({ children }: { children: ReactNode }) {
  // From here on the page is React's: the starter in it sends no form of its own any more.
  useEffect(() => {
    document.documentElement.dataset.live = ''
  }, [])
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f7f2eb" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, named by hash in the policy */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: LATE_START }} />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <Toasts>
      <Outlet />
    </Toasts>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <StoreFailure />
  return (
    <main className="page-frame min-h-dvh">
      <title>Page not found · Eternal Beauty</title>
      <PageNotFound />
    </main>
  )
}
