import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/responsible-person-new'
import { type PersonValues, ResponsiblePersonFields } from './responsible-person-fields.tsx'
import { createFromForm } from './responsible-person-forms.ts'

export const meta = adminMeta('New responsible person')

export function loader({ context, pattern }: Route.LoaderArgs) {
  requireAdmin({ context, pattern })
  return null
}

export const action = adminAction({ '': createFromForm }, 'Person not created')

const NOBODY: PersonValues = {
  ...{ name: '', postalAddress: [], electronicAddress: '', regions: [], defaultRegions: [] },
}

export default function NewResponsiblePerson() {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="New responsible person">
        <HeaderLink to="products/responsible-persons">All responsible persons</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <ActionForm
        action={adminPath('products/responsible-persons/new')}
        noValidate
        className="max-w-3xl space-y-8"
      >
        <ResponsiblePersonFields person={NOBODY} />
        <SubmitButton>Add person</SubmitButton>
      </ActionForm>
    </>
  )
}
