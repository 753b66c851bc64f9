import { Form, Link, redirect } from 'react-router'
import { type AccountingEntry, addEntry, listEntries } from '#core/accounting/entries.server.ts'
import { parseAmount } from '#core/amount.ts'
import { Refusal } from '#core/errors.ts'
import { formatFigure } from '#core/money.ts'
import { type FormState, typedValues } from '#web/forms/form-result.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SmallField } from '#web/ui/small-field.tsx'
import { adminBasePath, adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/accounting-entries'
import { AccountingLinks } from './accounting-links.tsx'

export const meta = adminMeta('Accounting')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listEntries(requireAdmin({ context, url }), listQueryFrom(url)))
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  const { description = '', amount = '' } = typedValues(form)
  return withFormErrors(context, 'Entry not added', form, async () => {
    const parsedAmount = parseAmount(amount)
    if ('error' in parsedAmount)
      throw new Refusal('invalid_input', parsedAmount.error, { amount: parsedAmount.error })
    await addEntry(ctx, { description, cents: parsedAmount.cents })
    return redirect(`${adminBasePath(url)}/accounting`)
  })
}

const FILTERS = [
  { name: '', title: 'All' },
  { name: 'manual', title: 'Manual' },
  { name: 'sale', title: 'Sales' },
  { name: 'refund', title: 'Refunds' },
]

const KIND_LABELS: Record<AccountingEntry['kind'], string> = {
  manual: 'Manual',
  sale: 'Sale',
  refund: 'Refund',
}

export default function AccountingEntries({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const resultNotice = useFormResult(actionData)
  return (
    <>
      <ScreenHeader title="Accounting">
        <ExportLink list="accounting" />
      </ScreenHeader>
      <AccountingLinks />
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <NewEntryForm
        key={rows[0]?.id}
        formState={{ fields: actionData?.fields, values: actionData?.values }}
      />
      <ListToolbar filters={FILTERS} searchLabel="Search by order number or description" />
      <EntryTable entries={rows} />
      <Pager next={next} previous={previous} />
    </>
  )
}

function NewEntryForm({ formState: { fields, values } }: { formState: FormState }) {
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
        hint="In USD. Use a minus for expenses."
        className="w-56"
      />
      <Button type="submit" size="small" className="mt-5">
        Add entry
      </Button>
    </Form>
  )
}

function EntryTable({ entries }: { entries: AccountingEntry[] }) {
  const adminPath = useAdminPath()
  const columns: Column<AccountingEntry>[] = [
    { title: 'Date', sorts: ['newest', 'oldest', 'descending'], cell: ({ at }) => <Timestamp at={at} /> },
    {
      title: 'Description',
      placement: 'lead',
      cell: ({ description, orderNumber }) => (
        <span className="block max-w-[60ch] truncate" title={description}>
          {orderNumber ? (
            <Link to={adminPath(`orders/${orderNumber}`)} className="link-line">
              {description}
            </Link>
          ) : (
            description
          )}
        </span>
      ),
    },
    { title: 'Type', placement: 'desktop', cell: ({ kind }) => KIND_LABELS[kind] },
    { title: 'Amount', align: 'end', placement: 'side', cell: (entry) => formatFigure(entry) },
  ]
  return (
    <DataTable
      label="Entries"
      columns={columns}
      rows={entries}
      rowId={({ id }) => id}
      defaultSort="newest"
      empty="No entries found. Paid orders and refunds are recorded automatically."
    />
  )
}
