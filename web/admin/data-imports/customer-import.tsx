import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/customer-import'
import { importAction, importLoader } from './import-loaders.ts'
import { ImportScreen } from './import-screen.tsx'

export const meta = adminMeta('Import of customers')

export const loader = importLoader('customers')

export const action = importAction('customers')

export default function CustomerImport({ loaderData }: Route.ComponentProps) {
  return <ImportScreen {...loaderData} />
}
