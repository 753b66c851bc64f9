import { Form, redirect } from 'react-router'
import { readAmount } from '#core/amount.ts'
import { displayMoney } from '#core/money.ts'
import { type KeptOffer, listOffers } from '#core/offers/every-offer.server.ts'
import { makeOffer, switchOffer } from '#core/offers/keep-offers.server.ts'
import { notice } from '../account/kept.ts'
import type { Told } from '../account/outcome.ts'
import { orSaid } from '../account/sign-in-acts.ts'
import { useOutcome } from '../account/use-outcome.ts'
import { orRefused } from '../frame/refused.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ListBar } from '../ui/list-bar.tsx'
import { Pager } from '../ui/pager.tsx'
import { Said } from '../ui/said.tsx'
import { SmallField, SmallSelect } from '../ui/small-field.tsx'
import type { Route } from './+types/offers.ts'
import { ExportLink } from './export-link.tsx'
import { Moment } from './moment.tsx'
import { adminOf, askedOf, officeOf, titled } from './office.ts'
import { Part } from './part.tsx'
import { RowSwitch } from './row-switch.tsx'
import { ScreenHead } from './screen-head.tsx'

export const meta = titled('Offers')

export function loader({ context, url }: Route.LoaderArgs) {
  return orRefused(listOffers(adminOf({ context, url }), askedOf(url)))
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ctx = adminOf({ context, url })
  const form = await request.formData()
  return orSaid(context, 'This was not kept', form, async () => {
    const act = String(form.get('act'))
    if (act === 'make') await makeOffer(ctx, readOffer(form))
    else await switchOffer(ctx, String(form.get('id')), act === 'resume')
    notice(context, act === 'make' ? 'offer-made' : act === 'resume' ? 'offer-resumed' : 'offer-stopped')
    return redirect(`${officeOf(url)}/offers${act === 'make' ? '' : url.search}`)
  })
}

/** What can't be read as a number is left for the shop to refuse, in its own words. */
function readOffer(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const cents = (name: string) => {
    const read = readAmount(text(name) || '0')
    return 'cents' in read ? read.cents : Number.NaN
  }
  const count = (name: string) => (text(name) ? Number(text(name)) : null)
  return {
    code: text('code'),
    title: text('title'),
    kind: text('kind'),
    value: cents('value'),
    minimum: cents('minimum'),
    endsAt: text('endsAt') ? new Date(`${text('endsAt')}T23:59:59Z`) : null,
    totalLimit: count('totalLimit'),
    customerLimit: count('customerLimit'),
  }
}

const usd = (amount: number) => displayMoney({ amount, currency: 'usd' })
const worth = ({ kind, value }: KeptOffer) => (kind === 'amount' ? usd(value) : `${value / 100} %`)

const COLUMNS: Column<KeptOffer>[] = [
  { title: 'Code', on: 'lead', sorts: ['code', 'code-down', 'ascending'], cell: ({ code }) => code },
  { title: 'What', cell: ({ title }) => title },
  { title: 'Takes off', align: 'end', on: 'side', cell: worth },
  {
    title: 'From',
    align: 'end',
    on: 'desk',
    sorts: ['minimum', 'minimum-down', 'ascending'],
    cell: ({ minimum }) => (minimum ? usd(minimum) : 'any basket'),
  },
  {
    title: 'Used',
    align: 'end',
    cell: ({ uses, totalLimit }) => (totalLimit ? `${uses} of ${totalLimit}` : `${uses} times`),
  },
  { title: 'Until', on: 'desk', cell: ({ endsAt }) => (endsAt ? <Moment at={endsAt} /> : 'it is stopped') },
  {
    title: 'Made',
    on: 'desk',
    sorts: ['newest', 'oldest', 'descending'],
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  { title: 'State', on: 'beside', cell: (offer) => <State offer={offer} /> },
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
  const said = useOutcome(actionData)
  return (
    <>
      <ScreenHead title="Offers" lead="Each by a code that shoppers type in cart or checkout.">
        <ExportLink list="offers" />
      </ScreenHead>
      <Said notice={said} className="mb-4 max-w-prose" />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem]">
        <div className="min-w-0">
          <ListBar filters={FILTERS} finds="code or name" />
          <DataTable
            label="Offers"
            columns={COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            sorted="newest"
            empty="No offers are like that."
          />
          <Pager next={next} previous={previous} />
        </div>
        <NewOffer key={rows[0]?.id} told={{ fields: actionData?.fields, values: actionData?.values }} />
      </div>
    </>
  )
}

function State({ offer: { id, code, state } }: { offer: KeptOffer }) {
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

function NewOffer({ told: { fields = {}, values } }: { told: Told }) {
  const kept = (name: string) => ({ name, defaultValue: values?.[name], error: fields[name] })
  return (
    <Part title="New offer">
      <Form method="post" noValidate className="space-y-3">
        <input type="hidden" name="act" value="make" />
        <SmallField label="Code" autoCapitalize="characters" autoComplete="off" {...kept('code')} />
        <SmallField label="What it is" {...kept('title')} />
        <div className="grid grid-cols-2 gap-4">
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
        <Button type="submit" size="row">
          Make Offer
        </Button>
      </Form>
    </Part>
  )
}
