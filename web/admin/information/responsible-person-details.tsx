import { findResponsiblePerson } from '#core/compliance/responsible-persons.server.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { UnsavedChangesDialog } from '../products/unsaved-changes-dialog.tsx'
import { useProductEdits } from '../products/use-product-edits.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/responsible-person-details'
import { ResponsiblePersonFields } from './responsible-person-fields.tsx'
import { PERSON_FORMS } from './responsible-person-forms.ts'

export const meta = adminMeta('Responsible person')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  return { person: await refusalToResponse(findResponsiblePerson(ctx, params.id)) }
}

export const action = adminAction(PERSON_FORMS, 'Person not saved')

export default function ResponsiblePersonDetails({ loaderData: { person } }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title={person.name}>
        <HeaderLink to="products/responsible-persons">All responsible persons</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <div className="max-w-3xl space-y-10">
        <PersonForm key={person.edition} person={person} />
        <ConfirmDetails
          label="Delete person…"
          question="Product pages of regions where they’re the default name nobody then."
          action={adminPath(`products/responsible-persons/${person.id}/delete`)}
          confirmLabel={`Delete ${person.name}`}
          navigate
        />
      </div>
    </>
  )
}

function PersonForm({ person }: Route.ComponentProps['loaderData']) {
  const adminPath = useAdminPath()
  const edits = useProductEdits(usePageResult() ?? person)
  return (
    <ActionForm
      ref={edits.form}
      action={adminPath(`products/responsible-persons/${person.id}`)}
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
      className="space-y-8"
    >
      <input type="hidden" name="edition" value={person.edition} />
      <ResponsiblePersonFields person={person} />
      <SubmitButton>Save</SubmitButton>
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="This person has unsaved changes." />
      )}
    </ActionForm>
  )
}
