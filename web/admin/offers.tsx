import { Form, redirect } from 'react-router'
import { parseAmount } from '#core/amount.ts'
import { formatMoney } from '#core/money.ts'
import { createOffer, setOfferActive } from '#core/offers/manage-offers.server.ts'
import { type AdminOffer, listOffers } from '#core/offers/offer-list.server.ts'
import { setFlash } from '../forms/flash.ts'
import type { FormState } from '../forms/form-result.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { useFormResult } from '../forms/use-form-result.ts'
import { withFormErrors } from '../forms/with-form-errors.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { InlineNotice } from '../ui/inline-notice.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { Pager } from '../ui/pager.tsx'
import { SmallField, SmallSelect } from '../ui/small-field.tsx'
import type { Route } from './+types/offers'
import { adminBasePath, adminMeta, listQueryFrom, requireAdmin } from './admin-context.ts'
import { ExportLink } from './ui/export-link.tsx'
import { formatNumber, pluralize } from './ui/pluralize.ts'
import { ScreenHeader } from './ui/screen-header.tsx'
import { Timestamp } from './ui/timestamp.tsx'
import { ToggleRow } from './ui/toggle-row.tsx'

export const meta = adminMeta('Offers')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listOffers(requireAdmin({ context, url }), listQueryFrom(url)))
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'Offer not saved', form, async () => {
    const intent = String(form.get('act'))
    if (intent === 'create') await createOffer(ctx, readOfferForm(form))
    else await setOfferActive(ctx, String(form.get('id')), intent === 'resume')
    setFlash(
      context,
      intent === 'create' ? 'offer-created' : intent === 'resume' ? 'offer-resumed' : 'offer-stopped',
    )
    return redirect(`${adminBasePath(url)}/offers${intent === 'create' ? '' : url.search}`)
  })
}

/** Passes invalid numbers on as NaN: `createOffer` refuses them with a message for each field. */
function readOfferForm(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const cents = (name: string) => {
    const parsed = parseAmount(text(name) || '0')
    return 'cents' in parsed ? parsed.cents : Number.NaN
  }
  const count = (name: string) => (text(name) ? Number(text(name)) : null)
  return {
    code: text('word'),
    title: text('title'),
    kind: text('kind'),
    value: cents('value'),
    minimum: cents('minimum'),
    endsAt: text('endsAt') ? new Date(`${text('endsAt')}T23:59:59Z`) : null,
    totalLimit: count('totalLimit'),
    customerLimit: count('customerLimit'),
  }
}

const usd = (amount: number) => formatMoney({ amount, currency: 'usd' })
const formatDiscount = ({ kind, value }: AdminOffer) => (kind === 'amount' ? usd(value) : `${value / 100}%`)

const COLUMNS: Column<AdminOffer>[] = [
  {
    title: 'Code',
    placement: 'lead',
    sorts: ['code', 'code-down', 'ascending'],
    cell: ({ code }) => <span className="block truncate xl:whitespace-nowrap">{code}</span>,
  },
  { title: 'Title', cell: ({ title }) => title },
  { title: 'Value', align: 'end', placement: 'side', cell: formatDiscount },
  {
    title: 'Minimum spend',
    align: 'end',
    placement: 'desk',
    sorts: ['minimum', 'minimum-down', 'ascending'],
    cell: ({ minimum }) => (minimum ? usd(minimum) : 'None'),
  },
  {
    title: 'Used',
    align: 'end',
    cell: ({ uses, totalLimit }) => (
      <span className="whitespace-nowrap">
        {totalLimit ? `${formatNumber(uses)} of ${formatNumber(totalLimit)}` : pluralize(uses, 'time')}
      </span>
    ),
  },
  {
    title: 'Ends',
    placement: 'desk',
    cell: ({ endsAt }) => (endsAt ? <Timestamp at={endsAt} /> : 'Never'),
  },
  {
    title: 'Created',
    placement: 'desk',
    sorts: ['newest', 'oldest', 'descending'],
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  { title: 'Status', placement: 'beside', cell: (offer) => <OfferState offer={offer} /> },
]

const FILTERS = [
  { name: '', title: 'All' },
  { name: 'running', title: 'Active' },
  { name: 'over', title: 'Expired' },
  { name: 'stopped', title: 'Paused' },
]
const STATE_LABELS = { running: 'Active', over: 'Expired', stopped: 'Paused' } as const
const TONES = { running: 'good', over: 'quiet', stopped: 'quiet' } as const

export default function Offers({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const resultNotice = useFormResult(actionData)
  return (
    <>
      <ScreenHeader title="Offers" lead="Discount codes that customers enter in the cart or at checkout.">
        <ExportLink list="offers" />
      </ScreenHeader>
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <NewOfferForm
        key={rows[0]?.id}
        formState={{ fields: actionData?.fields, values: actionData?.values }}
      />
      <ListToolbar filters={FILTERS} searchBy="code or title" />
      <DataTable
        label="Offers"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        defaultSort="newest"
        empty="No offers match."
      />
      <Pager next={next} previous={previous} />
    </>
  )
}

function OfferState({ offer: { id, code, state } }: { offer: AdminOffer }) {
  return (
    <ToggleRow
      tone={TONES[state]}
      state={STATE_LABELS[state]}
      field={{ name: 'id', value: id }}
      intent={state === 'stopped' ? 'resume' : 'stop'}
      buttonLabel={state === 'stopped' ? 'Resume' : 'Pause'}
      screenReaderText={code}
    />
  )
}

function NewOfferForm({ formState: { fields = {}, values } }: { formState: FormState }) {
  const fieldProps = (name: string) => ({ name, defaultValue: values?.[name], error: fields[name] })
  return (
    <details open={values !== undefined} className="mb-6 border-hairline border-y">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2">
        <span aria-hidden="true">+</span> New offer
      </summary>
      <Form method="post" noValidate className="max-w-4xl pt-2 pb-5">
        <input type="hidden" name="act" value="create" />
        <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
          {/* Not named 'code': forms never echo fields with that name, as they hold secrets. */}
          <SmallField
            label="Code"
            autoCapitalize="characters"
            autoComplete="off"
            {...fieldProps('word')}
            error={fields.code}
          />
          <SmallField label="Title" className="md:col-span-3" {...fieldProps('title')} />
          <SmallField label="Value" inputMode="decimal" {...fieldProps('value')} />
          <SmallSelect
            label="Type"
            options={[
              { value: 'percentage', title: 'Percentage' },
              { value: 'amount', title: 'Amount (USD)' },
            ]}
            {...fieldProps('kind')}
          />
          <SmallField label="Minimum spend" inputMode="decimal" {...fieldProps('minimum')} />
          <SmallField label="End date" type="date" {...fieldProps('endsAt')} />
          <SmallField label="Total uses" inputMode="numeric" {...fieldProps('totalLimit')} />
          <SmallField label="Uses per customer" inputMode="numeric" {...fieldProps('customerLimit')} />
        </div>
        <Button type="submit" size="row" className="mt-5">
          Create offer
        </Button>
      </Form>
    </details>
  )
}
