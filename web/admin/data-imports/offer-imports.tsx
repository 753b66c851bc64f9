import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/offer-imports'
import { importsLoader } from './import-loaders.ts'
import { ImportsScreen } from './imports-screen.tsx'

export const meta = adminMeta('Import offers')

export const loader = importsLoader('offers')

export default function OfferImports({ loaderData }: Route.ComponentProps) {
  return <ImportsScreen kind="offers" {...loaderData} />
}
