import { type AdminFamily, findAdminFamily } from '#core/catalog/families/admin-families.server.ts'
import { editFamily } from '#core/catalog/families/save-family.server.ts'
import { Refusal } from '#core/errors.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { UnsavedChangesDialog } from '../products/unsaved-changes-dialog.tsx'
import { useProductEdits } from '../products/use-product-edits.ts'
import type { Route } from './+types/family-details'
import { FamilyFields } from './family-fields.tsx'
import { FamilyHeader } from './family-header.tsx'
import { readFamilyForm } from './read-family-form.ts'
import { atOptionFields } from './read-family-options.ts'

export const meta = adminMeta('Family')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  return { family: await refusalToResponse(findAdminFamily(requireAdmin({ context, pattern }), params.id)) }
}

export const action = adminAction({ '': save }, 'Family not saved')

async function save({ ctx, params: { id = '' }, form }: AdminFormArgs) {
  await atOptionFields(form, async () => {
    const change = { ...readFamilyForm(form), edition: Number(form.get('edition')) }
    await atOptions(() => editFamily(ctx, id, change))
  })
  return 'family-saved' as const
}

/** A product without a chosen option is refused at its shade or size, which this form doesn't have. */
async function atOptions(edit: () => Promise<unknown>): Promise<void> {
  try {
    await edit()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const { shadeName, sizeQuantity, ...fields } = error.fields
    const options = shadeName ?? sizeQuantity
    throw new Refusal(error.code, error.message, options ? { ...fields, options } : fields)
  }
}

export default function FamilyDetails({ loaderData: { family } }: Route.ComponentProps) {
  return (
    <>
      <FamilyHeader family={family} />
      <FormNotice className="mb-4 max-w-prose" />
      <FamilyForm key={family.edition} family={family} />
    </>
  )
}

function FamilyForm({ family }: { family: AdminFamily }) {
  const adminPath = useAdminPath()
  const edits = useProductEdits(usePageResult() ?? family)
  const textProps = (name: string, saved: string) => ({ name, defaultValue: saved, 'data-saved': saved })
  return (
    <ActionForm
      ref={edits.form}
      action={adminPath(`products/families/${family.id}/details`)}
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
      className="max-w-3xl space-y-8"
    >
      <input type="hidden" name="edition" value={family.edition} />
      <FamilyFields draft={family} />
      <p className="text-ink-soft">Products without text of their own show this text.</p>
      <Field label="Tagline" {...textProps('tagline', family.tagline)} />
      <TextareaField label="Description" rows={6} {...textProps('description', family.description)} />
      <TextareaField label="Benefits (one per line)" {...textProps('benefits', family.benefits.join('\n'))} />
      <TextareaField
        label="How to use (one step per line)"
        {...textProps('howToUse', family.howToUse.join('\n'))}
      />
      <SubmitButton>Save</SubmitButton>
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="This family has unsaved changes." />
      )}
    </ActionForm>
  )
}
