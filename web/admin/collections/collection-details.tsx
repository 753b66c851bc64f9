import { findAdminProducts } from '#core/catalog/admin-products.server.ts'
import { findAdminCollection } from '#core/catalog/collections/manage-collections.server.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { loadPictureChoices } from '../pictures/list-picture-choices.server.ts'
import { UnsavedChangesDialog } from '../products/unsaved-changes-dialog.tsx'
import { useProductEdits } from '../products/use-product-edits.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/collection-details'
import { CollectionFields } from './collection-fields.tsx'
import { COLLECTION_FORMS } from './collection-forms.ts'

export const meta = adminMeta('Collection')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const { productIds, ...collection } = await refusalToResponse(findAdminCollection(ctx, params.id))
  const products = new Map((await findAdminProducts(ctx, productIds)).map((product) => [product.id, product]))
  const lines = productIds.flatMap((id) => products.get(id)?.slug ?? []).join('\n')
  const choices = await loadPictureChoices(ctx, collection.pictureId)
  return { collection: { ...collection, lines }, choices }
}

export const action = adminAction(COLLECTION_FORMS, 'Collection not saved')

export default function CollectionDetails({ loaderData }: Route.ComponentProps) {
  const { collection } = loaderData
  const { id, name, slug, hidden, edition } = collection
  return (
    <>
      <ScreenHeader title={name}>
        {!hidden && <ActionLink to={`/collections/${slug}`}>View in store</ActionLink>}
        <HeaderLink to="products/collections">All collections</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <CollectionForm key={edition} {...loaderData} />
      <details className="mt-10 max-w-3xl border-hairline border-t pt-4 open:border-l-2 open:border-l-rosewood open:pl-4">
        <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
          Delete collection…
        </summary>
        <ActionForm action={useAdminPath()(`products/collections/${id}/delete`)} className="space-y-3 pb-2">
          <p>Its products stay in the catalog. Links to it no longer work.</p>
          <SubmitButton>Delete {name}</SubmitButton>
        </ActionForm>
      </details>
    </>
  )
}

function CollectionForm({ collection, choices }: Route.ComponentProps['loaderData']) {
  const adminPath = useAdminPath()
  const edits = useProductEdits(usePageResult() ?? collection)
  return (
    <ActionForm
      ref={edits.form}
      action={adminPath(`products/collections/${collection.id}`)}
      noValidate
      onChange={edits.update}
      onSubmit={edits.allowNext}
      className="max-w-3xl space-y-8"
    >
      <input type="hidden" name="edition" value={collection.edition} />
      <CollectionFields collection={collection} choices={choices} />
      <SubmitButton>Save</SubmitButton>
      {edits.blocker.state === 'blocked' && (
        <UnsavedChangesDialog blocker={edits.blocker} message="This collection has unsaved changes." />
      )}
    </ActionForm>
  )
}
