import './tokens.css'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { LATE_START } from './frame/late-start.ts'
import { StoreFailure } from './frame/store-failure.tsx'
import { Toasts } from './ui/toast.tsx'

export function Layout({ children }: { children: ReactNode }) {
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

export const ErrorBoundary = StoreFailure
