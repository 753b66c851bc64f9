import { useEffect } from 'react'
import { href } from 'react-router'
import { formatMoney, type Money } from '#core/money.ts'
import { broadcastCartChange } from '../cart/store/account-cart-store.ts'
import { clearOfferCode } from '../cart/use-offer-code.ts'
import { ButtonLink } from '../ui/button.tsx'
import { clearFormDraft } from './form-draft.ts'

/** Shown after a test order. */
export function OrderConfirmed({ number, total }: { number: string; total: Money }) {
  useEffect(() => {
    broadcastCartChange()
    clearFormDraft()
    clearOfferCode()
  }, [])
  return (
    <section className="mx-auto max-w-page px-gutter py-section">
      <p className="label text-ink-soft">Thank you</p>
      <h1 className="mt-4 font-display text-title">Order Confirmed</h1>
      <p role="status" className="mt-6 max-w-prose text-lead">
        Order placed successfully! Order #{number} has been confirmed.
      </p>
      <p className="tabular mt-3 text-ink-soft">
        Total: {formatMoney(total)}. This was a test order, so you weren’t charged.
      </p>
      <p className="mt-10 flex flex-wrap gap-3">
        <ButtonLink to={href('/categories')}>Continue Shopping</ButtonLink>
        <ButtonLink variant="secondary" to={href('/orders')}>
          View Orders
        </ButtonLink>
      </p>
    </section>
  )
}
