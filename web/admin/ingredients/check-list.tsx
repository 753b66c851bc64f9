import { checkInciList, type InciCheck } from '#core/ingredients/list-check/check-inci.server.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { type FormResult, fieldText, typedValues } from '#web/forms/form-result.ts'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminForm, adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/check-list'
import { ListCheck } from './list-check.tsx'

export const meta = adminMeta('Check a list')

export function loader({ context, pattern }: Route.LoaderArgs) {
  requireAdmin({ context, pattern })
  return null
}

type CheckResult = FormResult & { check?: InciCheck }

const checkFromForm: AdminForm<CheckResult> = async ({ ctx, form }) => ({
  check: await checkInciList(ctx, fieldText(form, 'text')),
  values: typedValues(form),
  status: 200,
})

export const action = adminAction({ '': checkFromForm }, 'List not checked')

export default function CheckList() {
  const adminPath = useAdminPath()
  const check = usePageResult<CheckResult>()?.check
  return (
    <>
      <ScreenHeader
        title="Check a list"
        lead="Compares an ingredient list with the dictionary: unknown names, fragrance allergens, and percentages. Nothing is saved."
      >
        <HeaderLink to="products/ingredients">All ingredients</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <div className="max-w-3xl space-y-10">
        <ActionForm action={adminPath('products/ingredients/check')} noValidate className="space-y-4">
          <TextareaField
            label="Ingredient list"
            name="text"
            rows={8}
            required
            hint="Paste it as it is on the label or in a shop, with headings and footnotes."
          />
          <SubmitButton>Check list</SubmitButton>
        </ActionForm>
        {check && <ListCheck {...check} />}
      </div>
    </>
  )
}
