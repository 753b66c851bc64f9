import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/customer-imports'
import { importsLoader } from './import-loaders.ts'
import { ImportsScreen } from './imports-screen.tsx'

export const meta = adminMeta('Import customers')

export const loader = importsLoader('customers')

export default function CustomerImports({ loaderData }: Route.ComponentProps) {
  return <ImportsScreen kind="customers" {...loaderData} />
}
