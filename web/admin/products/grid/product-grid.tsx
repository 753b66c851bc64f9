import { useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import { findAdminProducts, listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { bulkEditProducts } from '#core/catalog/bulk-edit.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../../admin-context.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { PRODUCT_CATEGORIES, PRODUCT_FILTERS } from '../product-filters.ts'
import { STOCK_REASON_OPTIONS } from '../product-labels.ts'
import { UnsavedChangesDialog } from '../unsaved-changes-dialog.tsx'
import type { Route } from './+types/product-grid'
import { GRID_FIELDS } from './product-grid-cells.ts'
import { ProductGridTable } from './product-grid-table.tsx'
import { readProductGrid } from './read-product-grid.ts'
import { useProductGrid } from './use-product-grid.ts'

export const meta = adminMeta('Bulk edit products')

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = await refusalToResponse(listAdminProducts(requireAdmin({ context, url }), listQueryFrom(url)))
  return { ...page, idempotencyKey: crypto.randomUUID() }
}

/** Saves the valid rows and returns the others as typed, with an error at each cell. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'Changes not saved', form, async () => {
    const { edits, fields } = readProductGrid(form)
    const { saved, failed: rejected } = await bulkEditProducts(ctx, edits)
    for (const { id, row, fields: fieldErrors } of rejected) {
      if (row) fields[`${id}.row`] = row
      for (const [name, message] of Object.entries(fieldErrors)) fields[`${id}.${name}`] = message
    }
    const rejectedIds = new Set(Object.keys(fields).map((name) => name.split('.')[0] ?? ''))
    const result = {
      notice: buildSaveNotice(saved.length, rejectedIds.size),
      fields,
      values: pickTypedValues(form, rejectedIds),
    }
    return { ...result, rows: await findAdminProducts(ctx, [...rejectedIds]), status: 200 }
  })
}

function buildSaveNotice(savedCount: number, rejectedCount: number) {
  const title =
    savedCount || rejectedCount
      ? pluralize(savedCount, 'product saved', 'products saved')
      : 'No changes to save'
  if (!rejectedCount) return { title }
  const description = pluralize(
    rejectedCount,
    'product wasn’t saved. Fix its errors in the table and save again.',
    'products weren’t saved. Fix their errors in the table and save again.',
  )
  return { title, description, tone: 'destructive' as const }
}

function pickTypedValues(form: FormData, ids: Set<string>): Record<string, string> {
  const names = [...ids].flatMap((id) => GRID_FIELDS.map((field) => `${id}.${field}`))
  return Object.fromEntries(
    names.filter((name) => form.has(name)).map((name) => [name, String(form.get(name))]),
  )
}

const KEYBOARD_HINT = 'Use arrow keys and Enter to move, Esc to undo, Ctrl+S to save.'

export default function ProductGrid({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous, idempotencyKey } = loaderData
  const resultNotice = useFormResult(actionData)
  const adminPath = useAdminPath()
  const form = useRef<HTMLFormElement>(null)
  // Another admin's change can move a rejected product out of this list; it stays visible until it is saved.
  const rejectedProducts = actionData && 'rows' in actionData ? actionData.rows : []
  const offListProducts = rejectedProducts.filter(({ id }) => !rows.some((row) => row.id === id))
  const { changedCount, updateChangedCount, submitChanges, handleKeyDown, blocker } = useProductGrid()
  // Counts text typed before hydration, and rejected cells after a save.
  useEffect(() => {
    if (form.current && (rows || actionData)) updateChangedCount(form.current)
  }, [rows, actionData, updateChangedCount])
  return (
    <>
      <ScreenHeader title="Bulk edit products" lead={<span className="max-lg:hidden">{KEYBOARD_HINT}</span>}>
        <Link to={adminPath('products')} className="link-line inline-flex min-h-9 items-center">
          Back to products
        </Link>
      </ScreenHeader>
      <ListToolbar
        filters={PRODUCT_FILTERS}
        scope={PRODUCT_CATEGORIES}
        searchLabel="Search by name, brand, or slug"
      />
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <Form
        ref={form}
        method="post"
        noValidate
        onSubmit={submitChanges}
        onKeyDown={handleKeyDown}
        onChange={(event) => updateChangedCount(event.currentTarget)}
      >
        <input type="hidden" name="key" value={idempotencyKey} />
        <ProductGridTable
          products={[...offListProducts, ...rows]}
          formState={{ fields: actionData?.fields, values: actionData?.values }}
        />
        {offListProducts.length + rows.length > 0 && <SaveBar changedCount={changedCount} />}
      </Form>
      <Pager next={next} previous={previous} />
      {blocker.state === 'blocked' && (
        <UnsavedChangesDialog
          blocker={blocker}
          message={pluralize(changedCount, 'cell has unsaved changes.', 'cells have unsaved changes.')}
        />
      )}
    </>
  )
}

function SaveBar({ changedCount }: { changedCount: number }) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-t bg-white py-3">
      <Button type="submit" size="small">
        Save
      </Button>
      <label className="flex items-center gap-2 text-ink-soft">
        Reason for stock changes
        <select
          name="reason"
          defaultValue="counted"
          className="h-9 cursor-pointer border-ink/45 border-b bg-transparent text-ink"
        >
          {STOCK_REASON_OPTIONS.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <span role="status" className="tabular text-ink-soft">
        {changedCount > 0 && pluralize(changedCount, 'cell changed', 'cells changed')}
      </span>
    </div>
  )
}
