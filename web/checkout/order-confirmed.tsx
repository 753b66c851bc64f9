import { useEffect } from 'react'
import { href } from 'react-router'
import { formatMoney, type Money } from '#core/money.ts'
import type { PlacedOrder } from '#core/storefront/placed-order.server.ts'
import { broadcastCartChange } from '../cart/store/account-cart-store.ts'
import { clearOfferCode } from '../cart/use-offer-code.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Confirmation } from './confirmation/confirmation.tsx'
import { clearFormDraft } from './form-draft.ts'
import { clearGiftCards } from './gift-cards/use-gift-cards.ts'

type Props = { number: string; total: Money; placed: PlacedOrder }

/** Shown after a test order. */
export function OrderConfirmed({ number, total, placed }: Props) {
  useEffect(() => {
    broadcastCartChange()
    clearFormDraft()
    clearOfferCode()
    clearGiftCards()
  }, [])
  const heading = (
    <>
      <p className="label text-ink-soft">Thank you</p>
      <h1 className="mt-4 font-display text-title">Order Confirmed</h1>
      <p role="status" className="mt-6 max-w-prose text-lead">
        Order placed successfully! Order #{number} has been confirmed.
      </p>
    </>
  )
  return (
    <Confirmation heading={heading} placed={placed}>
      <p className="tabular max-w-prose text-ink-soft lg:mt-3">
        Total: {formatMoney(total)}. This was a test order, so you weren’t charged.
        {placed.arrival && ` A paid order would arrive ${placed.arrival}.`}
      </p>
      <p className="mt-10 flex flex-wrap gap-3">
        <ButtonLink to={href('/categories')}>Continue Shopping</ButtonLink>
        <ButtonLink variant="secondary" to={href('/orders')}>
          View Orders
        </ButtonLink>
      </p>
    </Confirmation>
  )
}
