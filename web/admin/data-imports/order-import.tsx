import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/order-import'
import { importAction, importLoader } from './import-loaders.ts'
import { ImportScreen } from './import-screen.tsx'

export const meta = adminMeta('Import of orders')

export const loader = importLoader('orders')

export const action = importAction('orders')

export default function OrderImport({ loaderData }: Route.ComponentProps) {
  return <ImportScreen {...loaderData} />
}
