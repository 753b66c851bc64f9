import { replace } from 'react-router'
import type { Context } from '#core/context.ts'
import { formatMoney } from '#core/money.ts'
import { createOffer, setOfferActive } from '#core/offers/manage-offers.server.ts'
import { type AdminOffer, listOffers } from '#core/offers/offer-list.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { usePageResult } from '../forms/action-form.tsx'
import { setFlash } from '../forms/flash.ts'
import { type FormHandler, handleForm } from '../forms/handle-form.ts'
import type { NoticeName } from '../forms/notices.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { useFormResult } from '../forms/use-form-result.ts'
import type { RouterContext } from '../request-context.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { InlineNotice } from '../ui/inline-notice.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/offers'
import { adminBasePath, adminMeta, listQueryFrom, requireAdmin, useAdminPath } from './admin-context.ts'
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

export function action(args: Route.ActionArgs) {
  const ctx = requireAdmin(args)
  return handleForm(args, { input: { ctx }, handlers: OFFER_FORMS, errorTitle: 'Offer not saved' })
}

const OFFER_FORMS: Record<string, FormHandler<{ ctx: Context }>> = {
  '': async ({ ctx, form }) => {
    const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
    await createOffer(ctx, readOfferForm(form, timeZone))
    return 'offer-created'
  },
  ':id/pause': async ({ ctx, context, params: { id = '' }, url }) => {
    await setOfferActive(ctx, id, false)
    return redirectToList(context, url, 'offer-stopped')
  },
  ':id/resume': async ({ ctx, context, params: { id = '' }, url }) => {
    await setOfferActive(ctx, id, true)
    return redirectToList(context, url, 'offer-resumed')
  },
}

function redirectToList(context: RouterContext, url: URL, notice: NoticeName): Response {
  setFlash(context, notice)
  return replace(`${adminBasePath(url)}/offers${url.search}`)
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
  const result = usePageResult(actionData)
  const resultNotice = useFormResult(result)
  return (
    <>
      <ScreenHeader title="Offers" lead="Discount codes that customers enter in the cart or at checkout.">
        <ExportLink list="offers" />
      </ScreenHeader>
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <NewOfferForm key={rows[0]?.id} formState={result ?? {}} />
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
  const adminPath = useAdminPath()
  return (
    <ToggleRow
      tone={TONES[state]}
      state={STATE_LABELS[state]}
      action={adminPath(`offers/${id}/${state === 'stopped' ? 'resume' : 'pause'}`)}
      buttonLabel={state === 'stopped' ? 'Resume' : 'Pause'}
      screenReaderText={code}
    />
  )
}
