import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/information-imports'
import { importsLoader } from './import-loaders.ts'
import { ImportsScreen } from './imports-screen.tsx'

export const meta = adminMeta('Import product information')

export const loader = importsLoader('product-information')

export default function InformationImports({ loaderData }: Route.ComponentProps) {
  return <ImportsScreen kind="product-information" {...loaderData} />
}
