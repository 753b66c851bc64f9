import { redirect, useNavigation } from 'react-router'
import { findImport, type ProductImport } from '#core/catalog/import/imports.server.ts'
import {
  type ImportPicture,
  listImportPictures,
  retryImportPictures,
} from '#core/catalog/import/pictures/import-pictures.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { ListToolbar } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { formatNumber, pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { usePolling } from '../ui/use-polling.ts'
import type { Route } from './+types/import-pictures'
import { pictureSummary } from './picture-progress.tsx'

export const meta = adminMeta('Import pictures')

export async function loader({ context, url, pattern, params: { id } }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const productImport = await refusalToResponse(findImport(ctx, id))
  return { productImport, list: await refusalToResponse(listImportPictures(ctx, id, listQueryFrom(url))) }
}

export const action = adminAction({ retry }, 'Pictures not fetched')

async function retry({ ctx, params: { id = '' }, url }: AdminFormArgs) {
  await retryImportPictures(ctx, id)
  return redirect(url.pathname.replace(/\/retry$/, ''))
}

export default function ImportPictures({ loaderData }: Route.ComponentProps) {
  const { productImport, list } = loaderData
  const { id, name, state, pictures } = productImport
  const { pending, done, failed, invalid } = pictures
  usePolling(state === 'done' && pending > 0)
  return (
    <>
      <ScreenHeader title="Pictures of this import" lead={`${name}: ${pictureSummary(pictures)}.`}>
        <HeaderLink to={`products/import/${id}`}>View import</HeaderLink>
        {state === 'done' && failed > 0 && <RetryForm productImport={productImport} />}
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <ListToolbar
        searchLabel="Search by product or address"
        filters={[
          ['', `All ${formatNumber(pending + done + failed + invalid)}`],
          ['failed', `Failed ${formatNumber(failed)}`],
          ['invalid', `Invalid ${formatNumber(invalid)}`],
          ['pending', `Pending ${formatNumber(pending)}`],
          ['done', `Imported ${formatNumber(done)}`],
        ]}
      />
      <DataTable
        label="Pictures"
        columns={COLUMNS}
        rows={list.rows.map((row) => ({ ...row, id: `${row.line}-${row.number}` }))}
        empty="No pictures match."
      />
      <Pager next={list.next} previous={list.previous} />
    </>
  )
}

function RetryForm({ productImport: { id, pictures } }: { productImport: ProductImport }) {
  const { failed } = pictures
  const adminPath = useAdminPath()
  const isSubmitting = useNavigation().state === 'submitting'
  return (
    <ActionForm action={adminPath(`products/import/${id}/pictures/retry`)}>
      <SubmitButton disabled={isSubmitting}>{`Retry ${pluralize(failed, 'failed picture')}`}</SubmitButton>
    </ActionForm>
  )
}

const STATE_LABELS = { pending: 'Pending', done: 'Imported', failed: 'Failed', invalid: 'Invalid' } as const
const STATE_TONES = { pending: 'progress', done: 'success', failed: 'error', invalid: 'error' } as const

const COLUMNS: Column<ImportPicture>[] = [
  {
    title: 'Product',
    placement: 'lead',
    cell: ({ name, slug }) => (
      <span className="block max-w-[32ch] truncate" title={slug}>
        {name || slug}
      </span>
    ),
  },
  {
    title: 'Status',
    placement: 'beside',
    cell: ({ state }) => <StatusDot tone={STATE_TONES[state]}>{STATE_LABELS[state]}</StatusDot>,
  },
  {
    title: 'Picture',
    cell: ({ source }) => <span className="block max-w-[60ch] break-all">{source}</span>,
  },
  { title: 'Problem', cell: ({ problem }) => problem },
]
