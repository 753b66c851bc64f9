import { Form, Link, redirect } from 'react-router'
import { type AccountingEntry, addEntry, listEntries } from '#core/accounting/accounting.server.ts'
import { parseAmount } from '#core/amount.ts'
import { Refusal } from '#core/errors.ts'
import { formatFigure } from '#core/money.ts'
import { type FormState, typedValues } from '../account/outcome.ts'
import { withFormErrors } from '../account/sign-in-acts.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { refusalToResponse } from '../frame/refused.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ListToolbar } from '../ui/list-bar.tsx'
import { Pager } from '../ui/pager.tsx'
import { InlineNotice } from '../ui/said.tsx'
import { SmallField } from '../ui/small-field.tsx'
import type { Route } from './+types/accounting.ts'
import { AccountingLinks } from './accounting-links.tsx'
import { ExportLink } from './export-link.tsx'
import { Moment } from './moment.tsx'
import { adminOf, askedOf, officeOf, titled, useOffice } from './office.ts'
import { ScreenHead } from './screen-head.tsx'

export const meta = titled('Accounting')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listEntries(adminOf({ context, url }), askedOf(url)))
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  const form = await request.formData()
  const { description = '', amount = '' } = typedValues(form)
  return withFormErrors(context, 'This was not booked', form, async () => {
    const read = parseAmount(amount)
    if ('wrong' in read) throw new Refusal('invalid_input', read.wrong, { amount: read.wrong })
    await addEntry(ctx, { description, cents: read.cents })
    return redirect(`${officeOf(url)}/accounting`)
  })
}

const FILTERS = [
  { name: '', title: 'All' },
  { name: 'manual', title: 'By hand' },
  { name: 'sale', title: 'Sales' },
  { name: 'refund', title: 'Refunds' },
]

export default function Accounting({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const said = useFormResult(actionData)
  return (
    <>
      <ScreenHead title="Accounting">
        <ExportLink list="accounting" />
      </ScreenHead>
      <AccountingLinks />
      <InlineNotice notice={said} className="mb-4 max-w-prose" />
      <NewEntry key={rows[0]?.id} told={{ fields: actionData?.fields, values: actionData?.values }} />
      <ListToolbar filters={FILTERS} searchBy="order number or words" />
      <Entries entries={rows} />
      <Pager next={next} previous={previous} />
    </>
  )
}

function NewEntry({ told: { fields, values } }: { told: FormState }) {
  return (
    <Form method="post" className="mb-8 flex max-w-3xl flex-wrap items-start gap-x-6 gap-y-3">
      <SmallField
        label="Description"
        name="description"
        required
        maxLength={500}
        defaultValue={values?.description}
        error={fields?.description}
        className="min-w-52 grow"
      />
      <SmallField
        label="Amount"
        name="amount"
        type="number"
        step="0.01"
        required
        inputMode="decimal"
        defaultValue={values?.amount}
        error={fields?.amount}
        hint="In US dollars; what was spent with a minus."
        className="w-56"
      />
      <Button type="submit" size="row" className="mt-5">
        Add Entry
      </Button>
    </Form>
  )
}

function Entries({ entries }: { entries: AccountingEntry[] }) {
  const office = useOffice()
  const columns: Column<AccountingEntry>[] = [
    { title: 'Date', sorts: ['newest', 'oldest', 'descending'], cell: ({ at }) => <Moment at={at} /> },
    {
      title: 'Description',
      placement: 'lead',
      cell: ({ description, orderNumber }) => (
        <span className="block max-w-[60ch] truncate" title={description}>
          {orderNumber ? (
            <Link to={office(`orders/${orderNumber}`)} className="link-line">
              {description}
            </Link>
          ) : (
            description
          )}
        </span>
      ),
    },
    { title: 'Kind', placement: 'desk', cell: ({ kind }) => (kind === 'manual' ? 'by hand' : kind) },
    { title: 'Amount', align: 'end', placement: 'side', cell: (entry) => formatFigure(entry) },
  ]
  return (
    <DataTable
      label="Entries"
      columns={columns}
      rows={entries}
      rowId={({ id }) => id}
      defaultSort="newest"
      empty="Nothing is booked yet. Paid orders and refunds book themselves."
    />
  )
}
