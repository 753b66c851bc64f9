import { useEffect, useRef } from 'react'
import { Form, Link, type useBlocker } from 'react-router'
import { bulkEditProducts } from '#core/catalog/change-many.server.ts'
import { findAdminProducts, listAdminProducts } from '#core/catalog/every-product.server.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import { withFormErrors } from '../account/sign-in-acts.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { refusalToResponse } from '../frame/refused.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ListToolbar } from '../ui/list-bar.tsx'
import { Pager } from '../ui/pager.tsx'
import { InlineNotice } from '../ui/said.tsx'
import type { Route } from './+types/grid.ts'
import { GRID_FIELDS } from './grid-cells.ts'
import { GridTable } from './grid-table.tsx'
import { adminOf, askedOf, titled, useOffice } from './office.ts'
import { PRODUCT_CATEGORIES, PRODUCT_FILTERS } from './product-filters.ts'
import { readGrid } from './read-grid.ts'
import { ScreenHead } from './screen-head.tsx'
import { useGrid } from './use-grid.ts'

export const meta = titled('Edit products')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listAdminProducts(adminOf({ context, url }), askedOf(url)))
}

/** What could be kept is kept; what could not stands as it was typed, with the reason at its cell. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'Nothing was kept', form, async () => {
    const { edits, fields } = readGrid(form)
    const { saved: kept, failed: unkept } = await bulkEditProducts(ctx, edits)
    for (const { id, row, fields: wrong } of unkept) {
      if (row) fields[`${id}.row`] = row
      for (const [name, why] of Object.entries(wrong)) fields[`${id}.${name}`] = why
    }
    const back = new Set(Object.keys(fields).map((name) => name.split('.')[0] ?? ''))
    const answer = { notice: noticeOf(kept.length, back.size), fields, values: typedOf(form, back) }
    return { ...answer, rows: await findAdminProducts(ctx, [...back]), status: 200 }
  })
}

function noticeOf(kept: number, back: number) {
  const title =
    kept || back ? `${kept} ${kept === 1 ? 'product is' : 'products are'} kept` : 'Nothing was changed'
  if (!back) return { title }
  const description = `${back} ${back === 1 ? 'is' : 'are'} not: the reason stands at the cell.`
  return { title, description, tone: 'destructive' as const }
}

function typedOf(form: FormData, ids: Set<string>): Record<string, string> {
  const names = [...ids].flatMap((id) => GRID_FIELDS.map((field) => `${id}.${field}`))
  return Object.fromEntries(
    names.filter((name) => form.has(name)).map((name) => [name, String(form.get(name))]),
  )
}

const KEYS = 'Arrows and Enter walk a column, Escape puts a cell back, Ctrl S keeps.'

export default function Grid({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const said = useFormResult(actionData)
  const office = useOffice()
  const form = useRef<HTMLFormElement>(null)
  // What was not kept stays in sight, also where somebody else's change has moved it out of this list.
  const back = actionData && 'rows' in actionData ? actionData.rows : []
  const moved = back.filter(({ id }) => !rows.some((row) => row.id === id))
  const { changed, count, send, press, leaving } = useGrid()
  // What was typed before the scripts came, and what is left after an answer.
  useEffect(() => {
    if (form.current && (rows || actionData)) count(form.current)
  }, [rows, actionData, count])
  return (
    <>
      <ScreenHead title="Edit products" lead={<span className="max-lg:hidden">{KEYS}</span>}>
        <Link to={office('products')} className="link-line inline-flex min-h-9 items-center">
          Back to the List
        </Link>
      </ScreenHead>
      <ListToolbar filters={PRODUCT_FILTERS} scope={PRODUCT_CATEGORIES} searchBy="name, brand or address" />
      <InlineNotice notice={said} className="mb-4 max-w-prose" />
      <Form
        ref={form}
        method="post"
        noValidate
        onSubmit={send}
        onKeyDown={press}
        onChange={(event) => count(event.currentTarget)}
      >
        <GridTable
          products={[...moved, ...rows]}
          told={{ fields: actionData?.fields, values: actionData?.values }}
        />
        {moved.length + rows.length > 0 && <Keep changed={changed} />}
      </Form>
      <Pager next={next} previous={previous} />
      {leaving.state === 'blocked' && <Leaving leaving={leaving} changed={changed} />}
    </>
  )
}

function Keep({ changed }: { changed: number }) {
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
        {changed > 0 && `${changed} ${changed === 1 ? 'cell' : 'cells'} changed`}
      </span>
    </div>
  )
}

type Blocked = Extract<ReturnType<typeof useBlocker>, { state: 'blocked' }>

function Leaving({ leaving, changed }: { leaving: Blocked; changed: number }) {
  return (
    <Dialog title="Leave without keeping?" onClose={leaving.reset}>
      <p className="mt-4">
        {changed} {changed === 1 ? 'cell is' : 'cells are'} changed and not kept.
      </p>
      <div className="mt-6 flex gap-4">
        <Button size="row" onClick={leaving.reset}>
          Stay Here
        </Button>
        <Button size="row" look="quiet" onClick={leaving.proceed}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
