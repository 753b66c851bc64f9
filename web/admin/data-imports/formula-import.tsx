import { adminMeta } from '../admin-context.ts'
import type { Route } from './+types/formula-import'
import { importAction, importLoader } from './import-loaders.ts'
import { ImportScreen } from './import-screen.tsx'

export const meta = adminMeta('Import of formulas')

export const loader = importLoader('formulas')

export const action = importAction('formulas')

export default function FormulaImport({ loaderData }: Route.ComponentProps) {
  return <ImportScreen {...loaderData} />
}
