import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { loadPictureChoices } from '../pictures/list-picture-choices.server.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/collection-new'
import { CollectionFields } from './collection-fields.tsx'
import { createFromForm } from './collection-forms.ts'

export const meta = adminMeta('New collection')

export async function loader({ context, pattern }: Route.LoaderArgs) {
  return { choices: await loadPictureChoices(requireAdmin({ context, pattern }), null) }
}

export const action = adminAction({ '': createFromForm }, 'Collection not created')

const EMPTY_COLLECTION = {
  ...{ name: '', slug: '', description: '', pictureId: null, hidden: false },
  ...{ rule: null, lines: '' },
}

export default function NewCollection({ loaderData: { choices } }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader title="New collection">
        <HeaderLink to="products/collections">All collections</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <ActionForm action={adminPath('products/collections/new')} noValidate className="max-w-3xl space-y-8">
        <CollectionFields collection={EMPTY_COLLECTION} choices={choices} />
        <SubmitButton>Create collection</SubmitButton>
      </ActionForm>
    </>
  )
}
