import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/category-new'
import { CategoryFields } from './category-fields.tsx'
import { createFromForm } from './category-forms.ts'
import { loadCategoryChoices } from './load-choices.server.ts'

export const meta = adminMeta('New category')

export const loader = ({ context, pattern }: Route.LoaderArgs) =>
  loadCategoryChoices(requireAdmin({ context, pattern }))

export const action = adminAction({ '': createFromForm }, 'Category not created')

const EMPTY_CATEGORY = { name: '', slug: '', description: '', pictureId: null, parentId: null, hidden: false }

export default function NewCategory({ loaderData }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="New category">
        <HeaderLink to="products/categories">All categories</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <ActionForm action={adminPath('products/categories/new')} noValidate className="max-w-3xl space-y-8">
        <CategoryFields category={EMPTY_CATEGORY} {...loaderData} />
        <SubmitButton>Create category</SubmitButton>
      </ActionForm>
    </>
  )
}
