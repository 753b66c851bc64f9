import {
  type AdminCategory,
  findAdminCategory,
  listAdminCategories,
} from '#core/catalog/categories/manage-categories.server.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { UnsavedChangesDialog } from '../products/unsaved-changes-dialog.tsx'
import { useProductEdits } from '../products/use-product-edits.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/category-details'
import { CategoryFields } from './category-fields.tsx'
import { CATEGORY_FORMS } from './category-forms.ts'
import { loadCategoryChoices } from './load-choices.server.ts'

export const meta = adminMeta('Category')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const category = await refusalToResponse(findAdminCategory(ctx, params.id))
  const all = await listAdminCategories(ctx)
  return {
    category,
    ...(await loadCategoryChoices(ctx, category)),
    isParent: all.some(({ parentId }) => parentId === category.id),
    others: all.flatMap(({ id, name }) => (id === category.id ? [] : [[id, name] as const])),
  }
}

export const action = adminAction(CATEGORY_FORMS, 'Category not saved')

type FormProps = Route.ComponentProps['loaderData']

export default function CategoryDetails({ loaderData }: Route.ComponentProps) {
  const { category, isParent } = loaderData
  return (
    <>
      <ScreenHeader title={category.name} lead={pluralize(category.products, 'product', 'products')}>
        <HeaderLink to="products/categories">All categories</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <CategoryForm key={category.edition} {...loaderData} />
      <div className="mt-10 max-w-3xl border-hairline border-t pt-4">
        {isParent ? (
          <p className="text-ink-soft">
            This category has others in it. Move or delete them before you delete it.
          </p>
        ) : (
          <DeleteCategory {...loaderData} />
        )}
      </div>
    </>
  )
}

function CategoryForm({ category, parents, choices, isParent }: FormProps) {
  const adminPath = useAdminPath()
  const edits = useProductEdits(usePageResult() ?? category)
  return (
    <ActionForm
      ref={edits.form}
      action={adminPath(`products/categories/${category.id}`)}
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
      className="max-w-3xl space-y-8"
    >
      <input type="hidden" name="edition" value={category.edition} />
      <CategoryFields category={category} parents={isParent ? [] : parents} choices={choices} />
      <SubmitButton>Save</SubmitButton>
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="This category has unsaved changes." />
      )}
    </ActionForm>
  )
}

function DeleteCategory({ category, others }: { category: AdminCategory; others: FormProps['others'] }) {
  return (
    <details className="open:border-rosewood open:border-l-2 open:pl-4">
      <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
        Delete category…
      </summary>
      <ActionForm
        action={useAdminPath()(`products/categories/${category.id}/delete`)}
        noValidate
        className="max-w-sm space-y-3 pb-2"
      >
        <Select
          label="Move its products to"
          name="moveTo"
          options={[['', category.products ? 'Choose a category' : 'None, it has no products'], ...others]}
        />
        <SubmitButton>Delete {category.name}</SubmitButton>
      </ActionForm>
    </details>
  )
}
