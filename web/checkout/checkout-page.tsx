import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href, useNavigation } from 'react-router'
import type { SavedAddress } from '#core/customers/profile.ts'
import { normalizeGiftCardCode } from '#core/gift-cards/gift-card.ts'
import { formatMoney } from '#core/money.ts'
import { cardMinimumProblem } from '#core/payments/card-minimum.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { type DisplayedCart, isPurchasable } from '#core/storefront/displayed-cart.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { useAuth } from '../account/auth.ts'
import { EmptyCart } from '../cart/empty-cart.tsx'
import { NoScriptNotice } from '../cart/no-script-notice.tsx'
import { useCart } from '../cart/store/use-cart.ts'
import { useDisplayedCart } from '../cart/use-displayed-cart.ts'
import { useOfferCode } from '../cart/use-offer-code.ts'
import { useFormResult } from '../forms/use-form-result.ts'
import { Button } from '../ui/button.tsx'
import { InlineNotice } from '../ui/inline-notice.tsx'
import type { CheckoutResult } from './checkout-actions.ts'
import { CHECKOUT_FORM, CheckoutForm } from './checkout-form.tsx'
import { CheckoutLinks } from './checkout-links.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { CountryForm } from './country-select.tsx'
import { ExpressCheckout } from './express/express-checkout.tsx'
import { GIFT_CARD_FIELD, GiftCardFields } from './gift-cards/gift-card-fields.tsx'
import { addGiftCard, useGiftCards } from './gift-cards/use-gift-cards.ts'
import { PaymentChoice } from './payment-choice.tsx'
import { readLanding } from './read-landing.ts'
import { ReminderField } from './reminders/reminder-field.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { usePaymentRedirect } from './use-payment-redirect.ts'

type AccountCheckout = {
  displayedCart: DisplayedCart
  key: string
  email: string
  addresses: SavedAddress[]
  selectedAddress: SavedAddress | undefined
}

type Props = {
  region: RegionCode
  demo: boolean
  code: string
  offersReminders: boolean
  /** The names of the ways to pay, cards first. */
  methods: string[]
  /** The next page has the payment form, instead of the provider’s. */
  hasForm: boolean
  /** Null for guests. */
  accountCheckout: AccountCheckout | null
  result: (CheckoutResult & { connectionLost?: boolean }) | undefined
}

const NO_FIELDS: ReadonlySet<string> = new Set()

export function CheckoutPage({
  region,
  demo,
  code: codeFromUrl,
  offersReminders,
  methods,
  hasForm,
  accountCheckout,
  result,
}: Props) {
  const { isSignedIn } = useAuth()
  const { lines, ready, isMerging } = useCart()
  const [code, setCode] = useOfferCode(codeFromUrl)
  const [giftCards, setGiftCards] = useGiftCards()
  const [giftWrap, setGiftWrap] = useState(result?.values?.gift_wrap !== undefined)
  const { displayedCart, stale, failed, refresh } = useDisplayedCart(accountCheckout?.displayedCart ?? null, {
    lines,
    ready,
    code,
    region,
    tender: giftCards,
    giftWrap,
  })
  // The account's cart and the guest's cart are separate purchases, even with the same lines.
  const samples = displayedCart?.samples?.chosen ?? []
  const purchaseKey = JSON.stringify([lines, code, isSignedIn, giftCards, giftWrap, samples])
  const { key, renew } = useIdempotencyKey(accountCheckout?.key, purchaseKey, result)
  const [edits, setEdits] = useState({ of: result, names: NO_FIELDS })
  const isRedirecting = usePaymentRedirect(result?.checkoutSession)
  const isSubmitting = useNavigation().formMethod === 'POST'
  const submitted = useRef(false)
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  useFormResult(result?.checkoutSession ? undefined : result)
  // biome-ignore lint/correctness/useExhaustiveDependencies: any new result ends the submission
  useEffect(() => {
    if (!isSubmitting) submitted.current = false
  }, [isSubmitting, result])
  useEffect(() => {
    if (result) refresh()
  }, [result, refresh])

  const payment = displayedCart?.payment
  const visibleLines = ready ? lines : (accountCheckout?.displayedCart.lines ?? [])
  if (visibleLines.length === 0 && (ready || (accountCheckout && !isMerging)))
    return (
      <EmptyCart
        heading="Your cart is empty"
        lead="Add something to your cart to check out."
        linkText="Browse Products"
      />
    )
  if (visibleLines.length === 0 || (!displayedCart && !failed)) return <CheckoutLoading />

  const isBusy = (stale && !failed) || isSubmitting || isRedirecting
  const canBuy = displayedCart ? isPurchasable(displayedCart) : true
  const editedFields = edits.of === result ? edits.names : NO_FIELDS

  function edit(name: string) {
    setEdits({ of: result, names: new Set([...editedFields, name]) })
    renew()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    // The second of two clicks may come before React has rendered the first.
    if (isBusy || !canBuy || submitted.current) return event.preventDefault()
    // A gift card that was typed but not applied changes what is left to pay, so the shopper sees that first.
    const typed = isHydrated && readTypedGiftCard(event)
    if (typed && !payment?.codes.includes(normalizeGiftCardCode(typed))) {
      event.preventDefault()
      return setGiftCards(addGiftCard(giftCards, typed))
    }
    submitted.current = true
  }

  const hidden: Record<string, string> = {
    key,
    code,
    items: isSignedIn ? '' : JSON.stringify(lines),
    samples: samples.join(' '),
    expected_total: displayedCart ? String(displayedCart.quote.total) : '',
    expected_currency: displayedCart?.quote.currency ?? '',
    expected_due: payment ? String(payment.due) : '',
    expected_wrapped_total: String(displayedCart?.giftWrap?.total ?? ''),
    ...(isHydrated ? { scripted: '1', ...readLanding() } : {}),
  }
  const { selectedAddress } = accountCheckout ?? {}
  return (
    <>
      <CheckoutLinks />
      <div className="mx-auto max-w-page px-gutter pt-8 md:pt-20" data-checkout>
        <h1 className="font-display text-title">Checkout</h1>
        <CountryForm />
        {result?.notice && <InlineNotice notice={result.notice} className="mt-8 max-w-[38rem]" />}
        {result?.needsLogin && (
          <p className="mt-4">
            <TextLink to={`${href('/login')}?next=${href('/checkout')}`}>Login</TextLink>
          </p>
        )}
        {displayedCart && canBuy && !giftWrap && !payment?.giftCards.length && (
          <div className="max-w-[38rem]">
            <ExpressCheckout cart={displayedCart} lines={visibleLines} />
          </div>
        )}
        <div className="mt-5 grid gap-x-20 gap-y-14 md:mt-12 lg:grid-cols-[minmax(0,38rem)_minmax(0,26rem)] lg:justify-between">
          <CheckoutForm
            region={region}
            formState={result ?? {}}
            editedFields={editedFields}
            values={{ email: accountCheckout?.email, ...toFormValues(selectedAddress) }}
            selectedAddressId={selectedAddress?.id}
            hidden={hidden}
            giftWrap={
              displayedCart?.giftWrap && {
                price: formatMoney({
                  amount: displayedCart.giftWrap.amount,
                  currency: displayedCart.quote.currency,
                }),
                isChosen: giftWrap,
                onChoose: setGiftWrap,
              }
            }
            reminder={
              offersReminders && (
                <ReminderField
                  lines={visibleLines}
                  code={code}
                  isTicked={result?.values?.reminder !== undefined}
                />
              )
            }
            leavesToSignIn={result?.needsLogin === true}
            onEdit={edit}
            onSubmit={submit}
            savedAddresses={
              <SavedAddresses
                addresses={accountCheckout?.addresses ?? []}
                selectedId={selectedAddress?.id}
                code={code}
              />
            }
          >
            <PaymentChoice
              demo={demo}
              methods={methods}
              hasForm={hasForm}
              selectedMethod={result?.values?.payment}
              isCovered={payment?.due === 0 && payment.giftCards.length > 0}
              cardProblem={
                displayedCart
                  ? cardMinimumProblem({
                      ...displayedCart.quote,
                      total: payment?.due ?? displayedCart.quote.total,
                    })
                  : undefined
              }
            />
            <GiftCardFields
              payment={payment ?? null}
              currency={displayedCart?.quote.currency ?? 'usd'}
              choice={giftCards}
              isScripted={isHydrated}
              error={editedFields.has(GIFT_CARD_FIELD) ? undefined : result?.fields?.[GIFT_CARD_FIELD]}
              onChoose={(choice) => {
                renew()
                setGiftCards(choice)
              }}
            />
          </CheckoutForm>
          <div className="lg:sticky lg:top-10 lg:row-span-2 lg:self-start">
            {displayedCart && (
              <CheckoutSummary displayedCart={displayedCart} stale={stale} code={code} onCode={setCode} />
            )}
          </div>
          <div>
            <Button
              type="submit"
              form={CHECKOUT_FORM}
              disabled={isBusy || !canBuy}
              className="w-full sm:w-auto sm:min-w-72"
            >
              {isRedirecting || isSubmitting
                ? 'One moment…'
                : `Place order${displayedCart ? ` · ${formatMoney({ amount: payment?.due ?? displayedCart.quote.total, currency: displayedCart.quote.currency })}` : ''}`}
            </Button>
            {!canBuy && <UnavailableItemsNotice />}
          </div>
        </div>
      </div>
    </>
  )
}

function readTypedGiftCard({ currentTarget }: FormEvent<HTMLFormElement>): string {
  const field = currentTarget.querySelector<HTMLInputElement>(
    `input[name="${GIFT_CARD_FIELD}"]:not([type="hidden"])`,
  )
  return field?.value.trim() ?? ''
}

function toFormValues(savedAddress: SavedAddress | undefined) {
  if (!savedAddress) return {}
  const { firstName, lastName, address, city, state, zipCode, phone } = savedAddress
  return { firstName, lastName, address, city, state, zipCode, mobileNumber: phone ?? '' }
}

function UnavailableItemsNotice() {
  return (
    <p role="status" className="mt-4 text-rosewood text-small">
      Some items in your cart can’t be ordered right now.{' '}
      <TextLink to={href('/cart')}>Update your cart</TextLink>
    </p>
  )
}

/** As tall as the form, so the page doesn't shift when scripts load a guest's cart. */
function CheckoutLoading() {
  return (
    <>
      <CheckoutLinks />
      <div className="mx-auto max-w-page px-gutter pt-8 md:pt-20" data-checkout>
        <h1 className="font-display text-title">Checkout</h1>
        <NoScriptNotice next={href('/checkout')} />
        <div aria-busy className="mt-12 min-h-[60rem] border-hairline border-t">
          <p role="status" className="sr-only">
            Loading your cart
          </p>
        </div>
      </div>
    </>
  )
}
