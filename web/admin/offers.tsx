import { redirect } from 'react-router'
import { formatMoney } from '#core/money.ts'
import { createOffer, setOfferActive } from '#core/offers/manage-offers.server.ts'
import { type AdminOffer, listOffers } from '#core/offers/offer-list.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { setFlash } from '../forms/flash.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { useFormResult } from '../forms/use-form-result.ts'
import { withFormErrors } from '../forms/with-form-errors.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { InlineNotice } from '../ui/inline-notice.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/offers'
import { adminBasePath, adminMeta, listQueryFrom, requireAdmin } from './admin-context.ts'
import { NewOfferForm } from './new-offer-form.tsx'
import { readOfferForm } from './read-offer-form.ts'
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
    const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
    if (intent === 'create') await createOffer(ctx, readOfferForm(form, timeZone))
    else await setOfferActive(ctx, String(form.get('id')), intent === 'resume')
    setFlash(
      context,
      intent === 'create' ? 'offer-created' : intent === 'resume' ? 'offer-resumed' : 'offer-stopped',
    )
    return redirect(`${adminBasePath(url)}/offers${intent === 'create' ? '' : url.search}`)
  })
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
    placement: 'desktop',
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
    placement: 'desktop',
    cell: ({ endsAt }) => (endsAt ? <Timestamp at={endsAt} /> : 'Never'),
  },
  {
    title: 'Created',
    placement: 'desktop',
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
const TONES = { running: 'success', over: 'neutral', stopped: 'neutral' } as const

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
      <ListToolbar filters={FILTERS} searchLabel="Search by code or title" />
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
