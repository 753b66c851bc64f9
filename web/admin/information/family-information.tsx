import { findAdminFamily } from '#core/catalog/families/admin-families.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { FamilyHeader } from '../families/family-header.tsx'
import type { Route } from './+types/family-information'
import { InformationForm } from './information-form.tsx'
import { informationForms } from './information-forms.ts'
import { loadInformation } from './load-information.ts'

export const meta = adminMeta('Product information')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const family = await refusalToResponse(findAdminFamily(ctx, params.id))
  return { family, ...(await loadInformation(ctx, { kind: 'family', id: params.id })) }
}

export const action = adminAction(informationForms('family'), 'Information not saved')

export default function FamilyInformation({ loaderData }: Route.ComponentProps) {
  const { family, ...form } = loaderData
  const action = useAdminPath()(`products/families/${family.id}/information`)
  return (
    <>
      <FamilyHeader family={family} />
      <FormNotice className="mb-4 max-w-prose" />
      <p className="mb-6 max-w-prose text-ink-soft">Products without information of their own share this.</p>
      <InformationForm key={form.information.edition} action={action} {...form} />
    </>
  )
}
