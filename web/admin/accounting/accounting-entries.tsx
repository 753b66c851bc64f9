import { redirect } from 'react-router'
import { type AccountingEntry, addEntry, listEntries } from '#core/accounting/entries.server.ts'
import { formatFigure } from '#core/money.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { typedValues } from '#web/forms/form-result.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { adminMeta } from '../admin-context.ts'
import { type AdminFormArgs, adminAction, listLoader } from '../admin-route.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/accounting-entries'
import { AccountingLinks } from './accounting-links.tsx'
import { readCents } from './read-cents.ts'

export const meta = adminMeta('Accounting')

export const loader = listLoader(listEntries)

export const action = adminAction({ '': add }, 'Entry not added')

async function add({ ctx, form, url }: AdminFormArgs) {
  const { description = '', amount = '' } = typedValues(form)
  await addEntry(ctx, { description, cents: readCents(amount) })
  return redirect(url.pathname)
}

const FILTERS = Object.entries({
  '': 'All',
  manual: 'Manual',
  sale: 'Sales',
  refund: 'Refunds',
  gift_card: 'Gift cards',
  fee: 'Fees',
  payout: 'Payouts',
  unassigned: 'Not from this store',
})

const KIND_LABELS: Record<AccountingEntry['kind'], string> = {
  manual: 'Manual',
  sale: 'Sale',
  refund: 'Refund',
  gift_card: 'Gift card',
  fee: 'Fee',
  payout: 'Payout',
  unassigned: 'Not from this store',
}

export default function AccountingEntries({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader title="Accounting">
        <ExportLink list="accounting" />
      </ScreenHeader>
      <AccountingLinks />
      <FormNotice className="mb-4 max-w-prose" />
      <NewEntryForm key={loaderData.rows[0]?.id} />
      <DataList
        label="Entries"
        filters={FILTERS}
        searchLabel="Search by order number or description"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="newest"
        empty="No entries found. Paid orders and refunds are recorded automatically."
      />
    </>
  )
}

function NewEntryForm() {
  return (
    <ActionForm className="mb-8 flex max-w-3xl flex-wrap items-start gap-x-6 gap-y-3">
      <Field label="Description" name="description" required maxLength={500} className="min-w-52 grow" />
      <Field
        label="Amount"
        name="amount"
        type="number"
        step="0.01"
        required
        inputMode="decimal"
        hint="In USD. Use a minus for expenses."
        className="w-56"
      />
      <SubmitButton className="mt-5">Add entry</SubmitButton>
    </ActionForm>
  )
}

const COLUMNS: Column<AccountingEntry>[] = [
  { title: 'Date', sorts: BY_DATE, cell: ({ at }) => <Timestamp at={at} /> },
  {
    title: 'Description',
    placement: 'lead',
    cell: ({ description, orderNumber }) => (
      <span className="block max-w-[60ch] truncate" title={description}>
        {orderNumber ? <AdminLink to={`orders/${orderNumber}`}>{description}</AdminLink> : description}
      </span>
    ),
  },
  { title: 'Type', placement: 'desktop', cell: ({ kind }) => KIND_LABELS[kind] },
  { title: 'Amount', align: 'end', placement: 'side', cell: (entry) => formatFigure(entry) },
]
