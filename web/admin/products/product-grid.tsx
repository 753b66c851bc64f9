import { useEffect, useRef } from 'react'
import { Form, Link, type useBlocker } from 'react-router'
import { findAdminProducts, listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { bulkEditProducts } from '#core/catalog/bulk-edit.server.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import { withFormErrors } from '#web/account/sign-in/sign-in-actions.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/product-grid'
import { PRODUCT_CATEGORIES, PRODUCT_FILTERS } from './product-filters.ts'
import { GRID_FIELDS } from './product-grid-cells.ts'
import { ProductGridTable } from './product-grid-table.tsx'
import { readProductGrid } from './read-product-grid.ts'
import { useProductGrid } from './use-product-grid.ts'

export const meta = adminMeta('Edit products')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listAdminProducts(requireAdmin({ context, url }), listQueryFrom(url)))
}

/** What could be kept is kept; what could not stands as it was typed, with the reason at its cell. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'Nothing was kept', form, async () => {
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
      ? `${savedCount} ${savedCount === 1 ? 'product is' : 'products are'} kept`
      : 'Nothing was changed'
  if (!rejectedCount) return { title }
  const description = `${rejectedCount} ${rejectedCount === 1 ? 'is' : 'are'} not: the reason stands at the cell.`
  return { title, description, tone: 'destructive' as const }
}

function pickTypedValues(form: FormData, ids: Set<string>): Record<string, string> {
  const names = [...ids].flatMap((id) => GRID_FIELDS.map((field) => `${id}.${field}`))
  return Object.fromEntries(
    names.filter((name) => form.has(name)).map((name) => [name, String(form.get(name))]),
  )
}

const KEYBOARD_HINT = 'Arrows and Enter walk a column, Escape puts a cell back, Ctrl S keeps.'

export default function ProductGrid({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const resultNotice = useFormResult(actionData)
  const adminPath = useAdminPath()
  const form = useRef<HTMLFormElement>(null)
  // What was not kept stays in sight, also where somebody else's change has moved it out of this list.
  const rejectedProducts = actionData && 'rows' in actionData ? actionData.rows : []
  const offListProducts = rejectedProducts.filter(({ id }) => !rows.some((row) => row.id === id))
  const { changedCount, updateChangedCount, submitChanges, handleKeyDown, blocker } = useProductGrid()
  // What was typed before the scripts came, and what is left after an answer.
  useEffect(() => {
    if (form.current && (rows || actionData)) updateChangedCount(form.current)
  }, [rows, actionData, updateChangedCount])
  return (
    <>
      <ScreenHeader title="Edit products" lead={<span className="max-lg:hidden">{KEYBOARD_HINT}</span>}>
        <Link to={adminPath('products')} className="link-line inline-flex min-h-9 items-center">
          Back to the List
        </Link>
      </ScreenHeader>
      <ListToolbar filters={PRODUCT_FILTERS} scope={PRODUCT_CATEGORIES} searchBy="name, brand or address" />
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <Form
        ref={form}
        method="post"
        noValidate
        onSubmit={submitChanges}
        onKeyDown={handleKeyDown}
        onChange={(event) => updateChangedCount(event.currentTarget)}
      >
        <ProductGridTable
          products={[...offListProducts, ...rows]}
          formState={{ fields: actionData?.fields, values: actionData?.values }}
        />
        {offListProducts.length + rows.length > 0 && <SaveBar changedCount={changedCount} />}
      </Form>
      <Pager next={next} previous={previous} />
      {blocker.state === 'blocked' && <UnsavedChangesDialog blocker={blocker} changedCount={changedCount} />}
    </>
  )
}

function SaveBar({ changedCount }: { changedCount: number }) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-t bg-white py-3">
      <Button type="submit" size="row">
        Keep Changes
      </Button>
      <label className="flex items-center gap-2 text-ink-soft">
        Stock changes are
        <select
          name="reason"
          defaultValue="counted"
          className="h-9 cursor-pointer border-ink/45 border-b bg-transparent text-ink"
        >
          {STOCK_REASONS.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </select>
      </label>
      <span role="status" className="tabular text-ink-soft">
        {changedCount > 0 && `${changedCount} ${changedCount === 1 ? 'cell' : 'cells'} changed`}
      </span>
    </div>
  )
}

type ActiveBlocker = Extract<ReturnType<typeof useBlocker>, { state: 'blocked' }>

function UnsavedChangesDialog({ blocker, changedCount }: { blocker: ActiveBlocker; changedCount: number }) {
  return (
    <Dialog title="Leave without keeping?" onClose={blocker.reset}>
      <p className="mt-4">
        {changedCount} {changedCount === 1 ? 'cell is' : 'cells are'} changed and not kept.
      </p>
      <div className="mt-6 flex gap-4">
        <Button size="row" onClick={blocker.reset}>
          Stay Here
        </Button>
        <Button size="row" look="quiet" onClick={blocker.proceed}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
