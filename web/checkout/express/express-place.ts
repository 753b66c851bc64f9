import { useRouteLoaderData } from 'react-router'
import type { ExpressPlace } from '#core/checkout/express/express-quote.server.ts'

/** Where the store shows express buttons; undefined if nowhere. */
export function useExpressPlace(): ExpressPlace | undefined {
  return useRouteLoaderData<() => { express?: ExpressPlace }>('storefront/layout')?.express
}
