import { Form, Link, redirect, useNavigation } from 'react-router'
import type { ImportRow, ProductImport } from '#core/catalog/import.ts'
import { findImport, listImportRows } from '#core/catalog/imports.server.ts'
import { startImport } from '#core/catalog/start-import.server.ts'
import { withFormErrors } from '../account/sign-in-acts.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { refusalToResponse } from '../frame/refused.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ListToolbar } from '../ui/list-bar.tsx'
import { Pager } from '../ui/pager.tsx'
import { InlineNotice } from '../ui/said.tsx'
import { StatusDot } from '../ui/standing.tsx'
import type { Route } from './+types/import-check.ts'
import { counted, number } from './counted.ts'
import { ExportLink } from './export-link.tsx'
import { ImportEffect } from './import-effect.tsx'
import { ImportProgress } from './import-progress.tsx'
import { adminOf, askedOf, officeOf, titled, useOffice } from './office.ts'
import { ScreenHead } from './screen-head.tsx'

export const meta = titled('A checked file')

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  const ctx = adminOf({ context, url })
  const found = await refusalToResponse(findImport(ctx, id))
  return { found, list: await refusalToResponse(listImportRows(ctx, id, askedOf(url))) }
}

export async function action({ context, request, url, params: { id } }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  return withFormErrors(context, 'Nothing was taken in', await request.formData(), async () => {
    await startImport(ctx, id)
    return redirect(`${officeOf(url)}/products/import/${id}`)
  })
}

const TITLES = { checked: 'Checked', running: 'Taking in', done: 'Taken in' } as const

export default function ImportCheck({ loaderData, actionData }: Route.ComponentProps) {
  const { found, list } = loaderData
  const said = useFormResult(actionData)
  const { rows, created, changed, same, bad, notes, state } = found
  return (
    <>
      <ScreenHead title={TITLES[state]} lead={<About found={found} />}>
        <ExportLink list="import-rows" within={found.id} />
        <Way found={found} />
      </ScreenHead>
      <InlineNotice notice={said} className="mb-4 max-w-prose" />
      {state !== 'checked' && <ImportProgress found={found} />}
      {bad > 0 && state === 'checked' && (
        <p className="mb-4 max-w-prose">
          {counted(bad, 'row')} can’t be taken in and {bad === 1 ? 'stays' : 'stay'} out. Mend them in the
          file and send it again, now or later: what is in the shop by then is left as it is.
        </p>
      )}
      {notes.length > 0 && (
        <ul aria-label="Remarks" className="mb-4 max-w-prose list-disc space-y-1 pl-5 text-ink-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <ListToolbar
        searchBy="name or slug"
        filters={[
          { name: '', title: `All ${number(rows)}` },
          { name: 'bad', title: `Bad ${number(bad)}` },
          { name: 'new', title: `New ${number(created)}` },
          { name: 'changed', title: `Changed ${number(changed)}` },
          { name: 'same', title: `Unchanged ${number(same)}` },
        ]}
      />
      <DataTable
        label="Rows"
        columns={COLUMNS}
        rows={list.rows}
        rowId={({ line }) => String(line)}
        empty="No rows are like that."
      />
      <Pager next={list.next} previous={list.previous} />
    </>
  )
}

function About({ found: { name, format, encoding, rows } }: { found: ProductImport }) {
  const read = encoding === 'utf-8' ? '' : `, read as ${encoding === 'windows-1252' ? 'Latin-1' : encoding}`
  return (
    <>
      {name}: {counted(rows, 'product')}
      {format === 'shopify' ? ' in Shopify’s columns' : ''}
      {read}.
    </>
  )
}

/** The one act of this screen, or what follows it. */
function Way({ found: { state, created, changed } }: { found: ProductImport }) {
  const office = useOffice()
  const busy = useNavigation().state === 'submitting'
  if (state !== 'checked' || created + changed === 0) {
    return (
      <Link to={office('products')} className="link-line inline-flex min-h-9 items-center">
        {state !== 'checked' ? 'See the products' : 'There is nothing to take in'}
      </Link>
    )
  }
  const parts = [created && counted(created, 'new product'), changed && counted(changed, 'change')]
  return (
    <Form method="post">
      <Button type="submit" size="row" disabled={busy}>
        {busy ? 'Taking in' : 'Take in'} {parts.filter(Boolean).join(' and ')}
      </Button>
    </Form>
  )
}

const KINDS = { bad: 'bad', new: 'new', changed: 'changed', same: 'unchanged' } as const
const TONES = { bad: 'bad', new: 'good', changed: 'open', same: 'quiet' } as const

const COLUMNS: Column<ImportRow>[] = [
  {
    title: 'Line',
    align: 'end',
    placement: 'side',
    cell: ({ line }) => (
      <>
        <span className="lg:sr-only">line </span>
        {line}
      </>
    ),
  },
  {
    title: 'Product',
    placement: 'lead',
    cell: ({ name, slug }) => (
      <span className="block max-w-[32ch] truncate" title={slug}>
        {name || '–'}
      </span>
    ),
  },
  {
    title: 'What',
    placement: 'beside',
    cell: ({ kind }) => <StatusDot tone={TONES[kind]}>{KINDS[kind]}</StatusDot>,
  },
  { title: 'In which way', cell: (row) => <ImportEffect row={row} /> },
]
