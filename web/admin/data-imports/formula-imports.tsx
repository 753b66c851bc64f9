import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/formula-imports'
import { importsLoader } from './import-loaders.ts'
import { ImportsScreen } from './imports-screen.tsx'

export const meta = adminMeta('Import formulas')

export const loader = importsLoader('formulas')

export default function FormulaImports({ loaderData }: Route.ComponentProps) {
  return <ImportsScreen kind="formulas" {...loaderData} />
}
