import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/offer-import'
import { importAction, importLoader } from './import-loaders.ts'
import { ImportScreen } from './import-screen.tsx'

export const meta = adminMeta('Import of offers')

export const loader = importLoader('offers')

export const action = importAction('offers')

export default function OfferImport({ loaderData }: Route.ComponentProps) {
  return <ImportScreen {...loaderData} />
}
