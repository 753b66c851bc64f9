import { Form, redirect } from 'react-router'
import { parseAmount } from '#core/amount.ts'
import { formatMoney } from '#core/money.ts'
import { type AdminOffer, listOffers } from '#core/offers/every-offer.server.ts'
import { createOffer, setOfferActive } from '#core/offers/keep-offers.server.ts'
import { setFlash } from '../account/kept.ts'
import type { FormState } from '../account/outcome.ts'
import { withFormErrors } from '../account/sign-in-acts.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { refusalToResponse } from '../frame/refused.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ListToolbar } from '../ui/list-bar.tsx'
import { Pager } from '../ui/pager.tsx'
import { InlineNotice } from '../ui/said.tsx'
import { SmallField, SmallSelect } from '../ui/small-field.tsx'
import type { Route } from './+types/offers.ts'
import { number } from './counted.ts'
import { ExportLink } from './export-link.tsx'
import { Moment } from './moment.tsx'
import { adminOf, askedOf, officeOf, titled } from './office.ts'
import { RowSwitch } from './row-switch.tsx'
import { ScreenHead } from './screen-head.tsx'

export const meta = titled('Offers')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listOffers(adminOf({ context, url }), askedOf(url)))
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  const form = await request.formData()
  return withFormErrors(context, 'This was not kept', form, async () => {
    const act = String(form.get('act'))
    if (act === 'make') await createOffer(ctx, readOffer(form))
    else await setOfferActive(ctx, String(form.get('id')), act === 'resume')
    setFlash(context, act === 'make' ? 'offer-made' : act === 'resume' ? 'offer-resumed' : 'offer-stopped')
    return redirect(`${officeOf(url)}/offers${act === 'make' ? '' : url.search}`)
  })
}

/** What can't be read as a number is left for the shop to refuse, in its own words. */
function readOffer(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const cents = (name: string) => {
    const read = parseAmount(text(name) || '0')
    return 'cents' in read ? read.cents : Number.NaN
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
const worth = ({ kind, value }: AdminOffer) => (kind === 'amount' ? usd(value) : `${value / 100}\u00A0%`)

const COLUMNS: Column<AdminOffer>[] = [
  {
    title: 'Code',
    placement: 'lead',
    sorts: ['code', 'code-down', 'ascending'],
    cell: ({ code }) => <span className="block truncate xl:whitespace-nowrap">{code}</span>,
  },
  { title: 'What', cell: ({ title }) => title },
  { title: 'Takes off', align: 'end', placement: 'side', cell: worth },
  {
    title: 'From',
    align: 'end',
    placement: 'desk',
    sorts: ['minimum', 'minimum-down', 'ascending'],
    cell: ({ minimum }) => (minimum ? usd(minimum) : 'any basket'),
  },
  {
    title: 'Used',
    align: 'end',
    cell: ({ uses, totalLimit }) => (
      <span className="whitespace-nowrap">
        {number(uses)} {totalLimit ? `of ${number(totalLimit)}` : uses === 1 ? 'time' : 'times'}
      </span>
    ),
  },
  { title: 'Until', placement: 'desk', cell: ({ endsAt }) => (endsAt ? <Moment at={endsAt} /> : 'no end') },
  {
    title: 'Made',
    placement: 'desk',
    sorts: ['newest', 'oldest', 'descending'],
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  { title: 'State', placement: 'beside', cell: (offer) => <State offer={offer} /> },
]

const FILTERS = [
  { name: '', title: 'All' },
  { name: 'running', title: 'Running' },
  { name: 'over', title: 'Over' },
  { name: 'stopped', title: 'Stopped' },
]
const TONES = { running: 'good', over: 'quiet', stopped: 'quiet' } as const

export default function Offers({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous } = loaderData
  const said = useFormResult(actionData)
  return (
    <>
      <ScreenHead title="Offers" lead="Each by a code that shoppers type in cart or checkout.">
        <ExportLink list="offers" />
      </ScreenHead>
      <InlineNotice notice={said} className="mb-4 max-w-prose" />
      <NewOffer key={rows[0]?.id} told={{ fields: actionData?.fields, values: actionData?.values }} />
      <ListToolbar filters={FILTERS} searchBy="code or name" />
      <DataTable
        label="Offers"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        defaultSort="newest"
        empty="No offers are like that."
      />
      <Pager next={next} previous={previous} />
    </>
  )
}

function State({ offer: { id, code, state } }: { offer: AdminOffer }) {
  return (
    <RowSwitch
      tone={TONES[state]}
      state={state}
      field={{ name: 'id', value: id }}
      act={state === 'stopped' ? 'resume' : 'stop'}
      word={state === 'stopped' ? 'Resume' : 'Stop'}
      about={code}
    />
  )
}

/** Folded away, since a list is looked at more often than it grows; open while something in it is wrong. */
function NewOffer({ told: { fields = {}, values } }: { told: FormState }) {
  const kept = (name: string) => ({ name, defaultValue: values?.[name], error: fields[name] })
  return (
    <details open={values !== undefined} className="mb-6 border-hairline border-y">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2">
        <span aria-hidden="true">+</span> New offer
      </summary>
      <Form method="post" noValidate className="max-w-4xl pt-2 pb-5">
        <input type="hidden" name="act" value="make" />
        <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
          {/* Not named 'code': what is called so is a secret, and never given back. */}
          <SmallField
            label="Code"
            autoCapitalize="characters"
            autoComplete="off"
            {...kept('word')}
            error={fields.code}
          />
          <SmallField label="What it is" className="md:col-span-3" {...kept('title')} />
          <SmallField label="Takes off" inputMode="decimal" {...kept('value')} />
          <SmallSelect
            label="In"
            options={[
              { value: 'percentage', title: 'percent' },
              { value: 'amount', title: 'US dollars' },
            ]}
            {...kept('kind')}
          />
          <SmallField label="From a basket of" inputMode="decimal" {...kept('minimum')} />
          <SmallField label="Last day" type="date" {...kept('endsAt')} />
          <SmallField label="Times in all" inputMode="numeric" {...kept('totalLimit')} />
          <SmallField label="Times a customer" inputMode="numeric" {...kept('customerLimit')} />
        </div>
        <Button type="submit" size="row" className="mt-5">
          Make Offer
        </Button>
      </Form>
    </details>
  )
}
