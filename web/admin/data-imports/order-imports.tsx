import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/order-imports'
import { importsLoader } from './import-loaders.ts'
import { ImportsScreen } from './imports-screen.tsx'

export const meta = adminMeta('Import orders')

export const loader = importsLoader('orders')

export default function OrderImports({ loaderData }: Route.ComponentProps) {
  return <ImportsScreen kind="orders" {...loaderData} />
}
