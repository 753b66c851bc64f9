import { findMembers } from '#core/catalog/admin-products.server.ts'
import { findAdminFamily } from '#core/catalog/families/admin-families.server.ts'
import { listFormulas } from '#core/ingredients/formulas/formulas.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { FamilyHeader } from '../families/family-header.tsx'
import type { Route } from './+types/family-formula'
import { FormulaForm } from './formula-form.tsx'
import { formulaForms } from './formula-forms.ts'
import { FormulaVersions } from './formula-versions.tsx'

export const meta = adminMeta('Formula')

export async function loader({ context, pattern, params: { id } }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const family = await refusalToResponse(findAdminFamily(ctx, id))
  const [formulas, members] = await Promise.all([listFormulas(ctx, { familyId: id }), findMembers(ctx, id)])
  const shades = family.options.includes('shade')
    ? members.map((member) => ({ id: member.id, name: member.name }))
    : []
  return { family, formulas, shades }
}

export const action = adminAction(formulaForms('family'), 'Formula not saved')

export default function FamilyFormula({ loaderData: { family, formulas, shades } }: Route.ComponentProps) {
  const [latest] = formulas
  const version = latest?.version ?? 0
  return (
    <>
      <FamilyHeader family={family} />
      <FormNotice className="mb-4 max-w-prose" />
      <div className="space-y-10">
        <FormulaForm
          key={version}
          action={useAdminPath()(`products/families/${family.id}/formula`)}
          formula={latest}
          version={version}
          shades={shades}
        />
        <FormulaVersions formulas={formulas} />
      </div>
    </>
  )
}
