import { useRouteLoaderData } from 'react-router'
import type { ExpressPlace } from '#core/checkout/express/express-quote.server.ts'
import type { RegionCode } from '#core/regions/regions.ts'

type LayoutData = { express?: ExpressPlace; region: { code: RegionCode } }

/** Where the store shows express buttons, and for which region; undefined if nowhere. */
export function useExpressPlace(): { place: ExpressPlace; region: RegionCode } | undefined {
  const layout = useRouteLoaderData<() => LayoutData>('storefront/layout')
  return layout?.express && { place: layout.express, region: layout.region.code }
}
