import { formatMoney } from '#core/money.ts'
import { createOffer, setOfferActive } from '#core/offers/manage-offers.server.ts'
import { type AdminOffer, listOffers } from '#core/offers/offer-list.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { replaceWithFlash } from '../forms/flash.ts'
import { FormNotice } from '../forms/form-notice.tsx'
import type { NoticeName } from '../forms/notices.ts'
import type { RouterContext } from '../request-context.ts'
import { DataList } from '../ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '../ui/lists/data-table.tsx'
import { toFilters } from '../ui/lists/list-toolbar.tsx'
import type { Route } from './+types/offers'
import { adminBasePath, adminMeta, useAdminPath } from './admin-context.ts'
import { type AdminForm, adminAction, listLoader } from './admin-route.ts'
import { NewOfferForm } from './new-offer-form.tsx'
import { readOfferForm } from './read-offer-form.ts'
import { HeaderLink } from './ui/admin-link.tsx'
import { Can } from './ui/can.tsx'
import { ExportLink } from './ui/export-link.tsx'
import { formatNumber, pluralize } from './ui/pluralize.ts'
import { ScreenHeader } from './ui/screen-header.tsx'
import { Timestamp } from './ui/timestamp.tsx'
import { ToggleRow } from './ui/toggle-row.tsx'

export const meta = adminMeta('Offers')

export const loader = listLoader(async (ctx, query) => {
  const [page, { timeZone }] = await Promise.all([listOffers(ctx, query), readStoreSettings(ctx.db, ctx.log)])
  return { ...page, timeZone }
})

const OFFER_FORMS: Record<string, AdminForm> = {
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

export const action = adminAction(OFFER_FORMS, 'Offer not saved')

function redirectToList(context: RouterContext, url: URL, notice: NoticeName): Response {
  return replaceWithFlash(context, notice, `${adminBasePath(url)}/offers${url.search}`)
}

const usd = (amount: number) => formatMoney({ amount, currency: 'usd' })
const formatDiscount = ({ kind, value }: AdminOffer) => {
  switch (kind) {
    case 'amount':
      return usd(value)
    case 'percentage':
      return `${value / 100}%`
    case 'free_shipping':
      return 'Free shipping'
    case 'sale_price':
      return `Now ${usd(value)}`
    case 'buy_two_get_one':
      return 'Buy two, get one'
  }
}

const COLUMNS: Column<AdminOffer>[] = [
  {
    title: 'Code',
    placement: 'lead',
    sorts: ['code', 'code-down', 'ascending'],
    cell: ({ code }) => <span className="block truncate xl:whitespace-nowrap">{code ?? 'Automatic'}</span>,
  },
  {
    title: 'Title',
    cell: (offer) => (
      <>
        {offer.title}
        <span className="block text-ink-soft">{offerScope(offer)}</span>
      </>
    ),
  },
  { title: 'Value', align: 'end', placement: 'side', cell: formatDiscount },
  {
    title: 'Used',
    align: 'end',
    cell: ({ reducesPrices, uses, totalLimit }) =>
      reducesPrices ? (
        'On price tags'
      ) : (
        <span className="whitespace-nowrap">
          <span className="lg:sr-only">Used </span>
          {totalLimit ? `${formatNumber(uses)} of ${formatNumber(totalLimit)}` : pluralize(uses, 'time')}
        </span>
      ),
  },
  {
    title: 'Ends',
    placement: 'desktop',
    cell: ({ state, startsAt, endsAt }) => (
      <>
        {endsAt ? <Timestamp at={endsAt} /> : 'Never'}
        {state === 'scheduled' && (
          <span className="block text-ink-soft">
            Starts <Timestamp at={startsAt} />
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Created',
    placement: 'desktop',
    sorts: BY_DATE,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  { title: 'Status', placement: 'beside', cell: (offer) => <OfferState offer={offer} /> },
]

const STATE_LABELS = {
  running: 'Active',
  scheduled: 'Scheduled',
  over: 'Expired',
  stopped: 'Paused',
} as const
const TONES = { running: 'success', scheduled: 'neutral', over: 'neutral', stopped: 'neutral' } as const

export default function Offers({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Offers"
        lead="Discounts that customers get with a code, or without one. At most one applies to an order: the best for the customer."
      >
        <ExportLink list="offers" />
        <Can to="gift-cards.edit">
          <HeaderLink to="gift-cards">Gift cards</HeaderLink>
        </Can>
        <HeaderLink to="offers/import">Import CSV</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <NewOfferForm key={loaderData.rows[0]?.id} timeZone={loaderData.timeZone} />
      <DataList
        filters={toFilters(STATE_LABELS)}
        searchLabel="Search by code or title"
        label="Offers"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="newest"
        empty="No offers match."
      />
    </>
  )
}

/** Such as “On Lips and Nails, From $50.00”. */
function offerScope({ scopeNames, minimum, firstOrderOnly }: AdminOffer): string {
  const [first, ...others] = scopeNames
  const names = others.length > 1 ? `${first} and ${others.length} more` : scopeNames.join(' and ')
  return [
    names && `On ${names}`,
    minimum > 0 && `From ${usd(minimum)}`,
    firstOrderOnly && 'First orders only',
  ]
    .filter(Boolean)
    .join(', ')
}

function OfferState({ offer: { id, name, state } }: { offer: AdminOffer }) {
  const adminPath = useAdminPath()
  return (
    <ToggleRow
      tone={TONES[state]}
      state={STATE_LABELS[state]}
      action={adminPath(`offers/${id}/${state === 'stopped' ? 'resume' : 'pause'}`)}
      buttonLabel={state === 'stopped' ? 'Resume' : 'Pause'}
      screenReaderText={name}
    />
  )
}
