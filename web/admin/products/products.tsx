import { redirect, useLocation } from 'react-router'
import { listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { PUBLISH_STATUSES, type PublishStatus } from '#core/catalog/publish-status.ts'
import {
  restorePublishStatus,
  type StatusChange,
  setPublishStatus,
} from '#core/catalog/save-product.server.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import type { FormResult } from '#web/forms/form-result.ts'
import { shopContext } from '#web/request-context.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { BULK_BAR, SelectedCount } from '#web/ui/lists/bulk-bar.tsx'
import { ListToolbar } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { adminBasePath, adminMeta, useAdminPath } from '../admin-context.ts'
import { type AdminForm, adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { SavedViews } from '../views/saved-views.tsx'
import { changeViews, isViewForm, viewLoader } from '../views/view-forms.ts'
import type { Route } from './+types/products'
import { PRODUCT_FILTERS, PRODUCT_SEARCH_LABEL, useProductScope } from './product-filters.ts'
import { ProductLinks } from './product-links.tsx'
import { ProductTable } from './product-table.tsx'
import { readPreviousStatuses, UndoStatusChange } from './undo-status-change.tsx'

export const meta = adminMeta('Products')

const loadList = viewLoader('products', listAdminProducts)

export async function loader(args: Route.LoaderArgs) {
  const { lowStock } = shopContext(args.context).terms
  return { ...(await loadList(args)), lowStock }
}

type StatusResult = FormResult & { undo?: StatusChange[] }

const STATUS_FORMS: Record<string, AdminForm<StatusResult>> = {
  '': async (args) => {
    const { ctx, form } = args
    if (isViewForm(form)) return changeViews('products', args)
    const status = PUBLISH_STATUSES.find((candidate) => candidate === form.get('status'))
    if (!status) return { status: 400 }
    const changed = await setPublishStatus(ctx, form.getAll('id').map(String).slice(0, 500), status)
    return { notice: { title: statusChangeTitle(status, changed.length) }, status: 200, undo: changed }
  },
  group: async ({ form, url }) => {
    const ids = new URLSearchParams(form.getAll('id').map((id) => ['id', String(id)]))
    return redirect(`${adminBasePath(url)}/products/families/new?${ids}`)
  },
  restore: async ({ ctx, form }) => {
    const changed = await restorePublishStatus(ctx, readPreviousStatuses(form.getAll('was')))
    return { notice: { title: pluralize(changed, 'product restored', 'products restored') }, status: 200 }
  },
}

export const action = adminAction(STATUS_FORMS, 'Couldn’t update products')

function statusChangeTitle(status: PublishStatus, count: number): string {
  if (status === 'draft') return pluralize(count, 'product set to draft', 'products set to draft')
  if (status === 'published') return pluralize(count, 'product published', 'products published')
  return pluralize(count, 'product archived', 'products archived')
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous, lowStock, views } = loaderData
  const result = usePageResult<StatusResult>()
  const undo = result?.undo ?? []
  const scope = useProductScope()
  const adminPath = useAdminPath()
  const { search } = useLocation()
  const canEdit = useCan()('products.edit')
  return (
    <>
      <ScreenHeader title="Products" beside={<SavedViews views={views} />}>
        {canEdit && <ActionLink to={adminPath('products/grid') + search}>Bulk edit</ActionLink>}
        <ExportLink list="products" />
        {canEdit && <HeaderLink to="products/import">Import CSV</HeaderLink>}
        {canEdit && <ButtonLink to={adminPath('products/new')}>New product</ButtonLink>}
      </ScreenHeader>
      {canEdit && <ProductLinks />}
      <ListToolbar filters={PRODUCT_FILTERS} scope={scope} searchLabel={PRODUCT_SEARCH_LABEL} />
      <FormNotice className="mb-4 max-w-prose" />
      {undo.length > 0 && (
        <UndoStatusChange action={adminPath('products/restore')} previousStatuses={undo} className="mb-4" />
      )}
      <ProductTable products={rows} lowStock={lowStock} />
      {rows.length > 0 && canEdit && <BulkActions />}
      <Pager next={next} previous={previous} />
    </>
  )
}

function BulkActions() {
  const adminPath = useAdminPath()
  return (
    <ActionForm action={adminPath('products')} id="bulk" className={BULK_BAR}>
      <SelectedCount form="bulk" />
      {PUBLISH_STATUSES.map((status) => (
        <SubmitButton key={status} name="status" value={status} variant="secondary">
          {{ draft: 'Set as draft', published: 'Publish', archived: 'Archive' }[status]}
        </SubmitButton>
      ))}
      <SubmitButton formAction={adminPath('products/group')} variant="secondary">
        Group into a family
      </SubmitButton>
    </ActionForm>
  )
}
