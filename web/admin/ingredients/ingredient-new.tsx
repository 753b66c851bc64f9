import { listAllergenNames } from '#core/ingredients/substances.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/ingredient-new'
import { IngredientFields, type IngredientValues } from './ingredient-fields.tsx'
import { createFromForm } from './ingredient-forms.ts'

export const meta = adminMeta('New ingredient')

/** `name` of the URL is a name that the dictionary doesn't have. */
export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const allergenNames = await listAllergenNames(requireAdmin({ context, pattern }))
  return { allergenNames, name: url.searchParams.get('name')?.slice(0, 200) ?? '' }
}

export const action = adminAction({ '': createFromForm }, 'Ingredient not created')

const EMPTY_INGREDIENT: IngredientValues = {
  ...{ name: '', isBuiltIn: false, labeledAs: null, description: '' },
  ...{ synonyms: [], cas: [], ec: [], functions: [], origins: [], traits: [] },
}

export default function NewIngredient({ loaderData: { allergenNames, name } }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="New ingredient">
        <HeaderLink to="products/ingredients">All ingredients</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <ActionForm action={adminPath('products/ingredients/new')} noValidate className="max-w-3xl space-y-8">
        <IngredientFields ingredient={{ ...EMPTY_INGREDIENT, name }} allergenNames={allergenNames} />
        <SubmitButton>Create ingredient</SubmitButton>
      </ActionForm>
    </>
  )
}
