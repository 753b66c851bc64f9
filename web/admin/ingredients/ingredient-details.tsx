import { findAdminSubstance } from '#core/ingredients/manage-substances.server.ts'
import { listAllergenNames } from '#core/ingredients/substances.server.ts'
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
import type { Route } from './+types/ingredient-details'
import { IngredientFacts } from './ingredient-facts.tsx'
import { IngredientFields } from './ingredient-fields.tsx'
import { INGREDIENT_FORMS } from './ingredient-forms.ts'

export const meta = adminMeta('Ingredient')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const ingredient = await refusalToResponse(findAdminSubstance(ctx, params.id))
  return { ingredient, allergenNames: ingredient.isBuiltIn ? [] : await listAllergenNames(ctx) }
}

export const action = adminAction(INGREDIENT_FORMS, 'Ingredient not saved')

export default function IngredientDetails({ loaderData }: Route.ComponentProps) {
  const { name, facts, labeledAs, isBuiltIn, changed, edition } = loaderData.ingredient
  return (
    <>
      <ScreenHeader title={name} lead={describeOrigin(isBuiltIn, changed)}>
        <HeaderLink to="products/ingredients">All ingredients</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <div className="max-w-3xl space-y-10">
        <IngredientFacts facts={facts} labeledAs={labeledAs} />
        <IngredientForm key={edition} {...loaderData} />
        <ResetOrDelete {...loaderData} />
      </div>
    </>
  )
}

const FIELD_NAMES: Record<string, string> = { cas: 'CAS numbers', ec: 'EC numbers', traits: 'groups' }

function describeOrigin(isBuiltIn: boolean, changed: string[]): string {
  if (!isBuiltIn) return 'You added this ingredient.'
  if (!changed.length) return 'This ingredient comes with the store, and updates keep it current.'
  const names = changed.map((field) => FIELD_NAMES[field] ?? field)
  return `This ingredient comes with the store. You changed ${names.join(', ')}, which updates leave alone.`
}

function IngredientForm({ ingredient, allergenNames }: Route.ComponentProps['loaderData']) {
  const adminPath = useAdminPath()
  const edits = useProductEdits(usePageResult() ?? ingredient)
  return (
    <ActionForm
      ref={edits.form}
      action={adminPath(`products/ingredients/${ingredient.id}`)}
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
      className="space-y-8"
    >
      <input type="hidden" name="edition" value={ingredient.edition} />
      <IngredientFields ingredient={ingredient} allergenNames={allergenNames} />
      <SubmitButton>Save</SubmitButton>
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="This ingredient has unsaved changes." />
      )}
    </ActionForm>
  )
}

function ResetOrDelete({ ingredient }: Route.ComponentProps['loaderData']) {
  const adminPath = useAdminPath()
  const { id, name, isBuiltIn, changed, edition } = ingredient
  if (!isBuiltIn)
    return (
      <ConfirmDetails
        label="Delete ingredient…"
        question="Its name and synonyms are no longer recognized in ingredient lists."
        action={adminPath(`products/ingredients/${id}/delete`)}
        confirmLabel={`Delete ${name}`}
        navigate
      />
    )
  if (!changed.length) return null
  return (
    <ConfirmDetails
      label="Reset your changes…"
      question="All fields get the values that came with the store again."
      action={adminPath(`products/ingredients/${id}/reset`)}
      fields={{ edition: String(edition) }}
      confirmLabel={`Reset ${name}`}
      navigate
    />
  )
}
