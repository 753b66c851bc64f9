import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href, Link, useNavigation } from 'react-router'
import type { SavedAddress } from '#core/customers/profile.ts'
import { formatMoney } from '#core/money.ts'
import { cardMinimumProblem } from '#core/payments/card-least.ts'
import { type DisplayedCart, isPurchasable } from '#core/pricing/shown-cart.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { useAuth } from '../account/auth.ts'
import { useFormResult } from '../account/use-outcome.ts'
import { NeedsLogin } from '../cart/needs-login.tsx'
import { NothingHere } from '../cart/nothing-here.tsx'
import { useCart } from '../cart/use-cart.ts'
import { useOfferCode } from '../cart/use-offer-code.ts'
import { useShownCart } from '../cart/use-shown-cart.ts'
import { Button } from '../ui/button.tsx'
import { Said } from '../ui/said.tsx'
import type { CheckoutOutcome } from './checkout-acts.ts'
import { CHECKOUT_FORM, CheckoutForm } from './checkout-form.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { usePaymentPage } from './paying.ts'
import { PaymentChoice } from './payment-choice.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import { useAttempt } from './use-attempt.ts'

type Served = {
  shown: DisplayedCart
  key: string
  email: string
  addresses: SavedAddress[]
  chosen: SavedAddress | undefined
}

type Props = {
  region: RegionCode
  demo: boolean
  code: string
  /** What the server knows of whoever is signed in. */
  served: Served | null
  outcome: (CheckoutOutcome & { lost?: boolean }) | undefined
}

const NOTHING: ReadonlySet<string> = new Set()

export function CheckoutPage({ region, demo, code: coded, served, outcome }: Props) {
  const { user } = useAuth()
  const { lines, ready, coming } = useCart()
  const [code, setCode] = useOfferCode(coded)
  const { shown, stale, failed, again } = useShownCart(served?.shown ?? null, { lines, ready, code, region })
  // An account's own cart is named otherwise than a guest's, and so is another attempt.
  const bought = JSON.stringify([lines, code, Boolean(user)])
  const { key, renew } = useAttempt(served?.key, bought, outcome)
  const [edits, setEdits] = useState({ of: outcome, names: NOTHING })
  const leaving = usePaymentPage(outcome?.pay)
  const sending = useNavigation().formMethod === 'POST'
  const sent = useRef(false)
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  useFormResult(outcome?.pay ? undefined : outcome)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was answered ends what was sent
  useEffect(() => {
    if (!sending) sent.current = false
  }, [sending, outcome])
  useEffect(() => {
    if (outcome) again()
  }, [outcome, again])

  const wanted = ready ? lines : (served?.shown.lines ?? [])
  if (wanted.length === 0 && (ready || (served && !coming)))
    return (
      <NothingHere
        heading="Your cart is empty"
        lead="There is nothing to pay for yet."
        way="Browse Products"
      />
    )
  if (wanted.length === 0 || (!shown && !failed)) return <CheckoutToCome />

  const busy = (stale && !failed) || sending || leaving
  const buyable = shown ? isPurchasable(shown) : true
  const edited = edits.of === outcome ? edits.names : NOTHING

  function edit(name: string) {
    setEdits({ of: outcome, names: new Set([...edited, name]) })
    renew()
  }

  function submit(event: FormEvent) {
    // The second click of two may come before the page knows of the first.
    if (busy || !buyable || sent.current) event.preventDefault()
    else sent.current = true
  }

  const hidden: Record<string, string> = {
    key,
    code,
    items: user
      ? ''
      : JSON.stringify(lines.map(({ productId, quantity }) => ({ product_id: productId, quantity }))),
    expected_total: shown ? String(shown.quote.total) : '',
    expected_currency: shown?.quote.currency ?? '',
    ...(live ? { scripted: '1' } : {}),
  }
  const { chosen } = served ?? {}
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <h1 className="font-display text-title">Checkout</h1>
      {outcome?.notice && <Said notice={outcome.notice} className="mt-8 max-w-[38rem]" />}
      {outcome?.login && (
        <p className="mt-4">
          <Link to={`${href('/login')}?next=${href('/checkout')}`} className="link-line">
            Login
          </Link>
        </p>
      )}
      <div className="mt-10 grid gap-x-20 gap-y-14 md:mt-12 lg:grid-cols-[minmax(0,38rem)_minmax(0,26rem)] lg:justify-between">
        <CheckoutForm
          region={region}
          told={outcome ?? {}}
          edited={edited}
          values={{ email: served?.email, ...addressOf(chosen) }}
          chosen={chosen?.id}
          hidden={hidden}
          onEdit={edit}
          onSubmit={submit}
          saved={<SavedAddresses addresses={served?.addresses ?? []} chosen={chosen?.id} code={code} />}
        >
          <PaymentChoice
            demo={demo}
            chosen={outcome?.values?.payment}
            noCard={shown ? cardMinimumProblem(shown.quote) : undefined}
          />
        </CheckoutForm>
        <div className="lg:sticky lg:top-10 lg:row-span-2 lg:self-start">
          {shown && <CheckoutSummary shown={shown} stale={stale} code={code} onCode={setCode} />}
        </div>
        <div>
          <Button
            type="submit"
            form={CHECKOUT_FORM}
            disabled={busy || !buyable}
            className="w-full sm:w-auto sm:min-w-72"
          >
            {leaving || sending
              ? 'One moment…'
              : `Place Order${shown ? ` · ${formatMoney({ amount: shown.quote.total, currency: shown.quote.currency })}` : ''}`}
          </Button>
          {!buyable && <NotAsItStands />}
        </div>
      </div>
    </div>
  )
}

function addressOf(chosen: SavedAddress | undefined) {
  if (!chosen) return {}
  const { firstName, lastName, address, city, state, zipCode, phone } = chosen
  return { firstName, lastName, address, city, state, zipCode, mobileNumber: phone ?? '' }
}

function NotAsItStands() {
  return (
    <p role="status" className="mt-4 text-rosewood text-small">
      Not all of your cart can be had as it stands.{' '}
      <Link to={href('/cart')} className="link-line">
        Change your cart
      </Link>
    </p>
  )
}

/** In the form's own measure, until the scripts know what a guest has gathered. */
function CheckoutToCome() {
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <h1 className="font-display text-title">Checkout</h1>
      <NeedsLogin next={href('/checkout')} />
      <div aria-busy className="mt-12 min-h-[60rem] border-hairline border-t">
        <p role="status" className="sr-only">
          Loading your cart
        </p>
      </div>
    </div>
  )
}
