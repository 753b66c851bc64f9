import { Link, useLocation } from 'react-router'
import { listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { PUBLISH_STATUSES, type PublishStatus } from '#core/catalog/publish-status.ts'
import {
  restorePublishStatus,
  type StatusChange,
  setPublishStatus,
} from '#core/catalog/save-product.server.ts'
import type { Context } from '#core/context.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import type { FormResult } from '#web/forms/form-result.ts'
import { type FormHandler, handleForm } from '#web/forms/handle-form.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/products'
import { PRODUCT_CATEGORIES, PRODUCT_FILTERS } from './product-filters.ts'
import { ProductTable } from './product-table.tsx'
import { readPreviousStatuses, UndoStatusChange } from './undo-status-change.tsx'

export const meta = adminMeta('Products')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listAdminProducts(requireAdmin({ context, url }), listQueryFrom(url)))
}

export function action(args: Route.ActionArgs) {
  const ctx = requireAdmin(args)
  return handleForm(args, { input: { ctx }, handlers: STATUS_FORMS, errorTitle: 'Couldn’t update products' })
}

type StatusForm = FormHandler<{ ctx: Context }, FormResult & { undo?: StatusChange[] }>

const STATUS_FORMS: Record<string, StatusForm> = {
  '': async ({ ctx, form }) => {
    const status = PUBLISH_STATUSES.find((candidate) => candidate === form.get('status'))
    if (!status) return { status: 400 }
    const changed = await setPublishStatus(ctx, form.getAll('id').map(String).slice(0, 500), status)
    return { notice: { title: statusChangeTitle(status, changed.length) }, status: 200, undo: changed }
  },
  restore: async ({ ctx, form }) => {
    const changed = await restorePublishStatus(ctx, readPreviousStatuses(form.getAll('was')))
    return { notice: { title: pluralize(changed, 'product restored', 'products restored') }, status: 200 }
  },
}

function statusChangeTitle(status: PublishStatus, count: number): string {
  if (status === 'draft') return pluralize(count, 'product set to draft', 'products set to draft')
  if (status === 'published') return pluralize(count, 'product published', 'products published')
  return pluralize(count, 'product archived', 'products archived')
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const result = usePageResult(actionData)
  const resultNotice = useFormResult(result)
  const undo = (result && 'undo' in result && result.undo) || []
  const adminPath = useAdminPath()
  const { search } = useLocation()
  return (
    <>
      <ScreenHeader title="Products">
        <Link to={adminPath('products/grid') + search} className="link-line inline-flex min-h-9 items-center">
          Bulk edit
        </Link>
        <ExportLink list="products" />
        <Link to={adminPath('products/import')} className="link-line inline-flex min-h-9 items-center">
          Import CSV
        </Link>
        <ButtonLink to={adminPath('products/new')} size="small">
          Add product
        </ButtonLink>
      </ScreenHeader>
      <ListToolbar
        filters={PRODUCT_FILTERS}
        scope={PRODUCT_CATEGORIES}
        searchLabel="Search by name, brand, or slug"
      />
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      {undo.length > 0 && (
        <UndoStatusChange action={adminPath('products/restore')} previousStatuses={undo} className="mb-4" />
      )}
      <ProductTable products={rows} />
      {rows.length > 0 && <BulkActions />}
      <Pager next={next} previous={previous} />
    </>
  )
}

function BulkActions() {
  return (
    <ActionForm
      action={useAdminPath()('products')}
      id="bulk"
      className="sticky bottom-0 flex flex-wrap items-center gap-3 border-hairline border-t bg-white py-3"
    >
      <span className="mr-2 text-ink-soft">Selected products:</span>
      {PUBLISH_STATUSES.map((status) => (
        <Button key={status} type="submit" name="status" value={status} variant="secondary" size="small">
          {{ draft: 'Set as draft', published: 'Publish', archived: 'Archive' }[status]}
        </Button>
      ))}
    </ActionForm>
  )
}
