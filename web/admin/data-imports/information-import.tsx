import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/information-import'
import { importAction, importLoader } from './import-loaders.ts'
import { ImportScreen } from './import-screen.tsx'

export const meta = adminMeta('Import of product information')

export const loader = importLoader('product-information')

export const action = importAction('product-information')

export default function InformationImport({ loaderData }: Route.ComponentProps) {
  return <ImportScreen {...loaderData} />
}
