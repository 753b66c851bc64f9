import { href, Link } from 'react-router'
import { FREE_SHIPPING_ABOVE, formatPrice } from '#core/regions/regions.ts'
import { type DisplayedCart, isPurchasable } from '#core/storefront/displayed-cart.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { OfferCode } from './offer-code.tsx'
import { QuoteRows } from './quote-rows.tsx'

type Props = { displayedCart: DisplayedCart; stale: boolean; code: string; onCode: (code: string) => void }

export function CartTotals({ displayedCart, stale, code, onCode }: Props) {
  const { quote, codeProblem } = displayedCart
  const canCheckOut = isPurchasable(displayedCart)
  return (
    <section aria-labelledby="summary" className="lg:sticky lg:top-10 lg:self-start">
      <h2 id="summary" className="font-display text-name">
        Order Summary
      </h2>
      <QuoteRows quote={quote} stale={stale} />
      {quote.shipping > 0 && (
        <p className="mt-3 text-ink-soft text-small">
          Free shipping on orders over {formatPrice(FREE_SHIPPING_ABOVE, quote.region).display}.
        </p>
      )}
      <OfferCode code={code} problem={codeProblem} applied={quote.discount > 0} onCode={onCode} />
      <p className="mt-8">
        {canCheckOut ? (
          <ButtonLink className="w-full" to={checkoutPath(code)}>
            Proceed to Checkout
          </ButtonLink>
        ) : (
          <Button className="w-full" disabled>
            Proceed to Checkout
          </Button>
        )}
      </p>
      {!canCheckOut && (
        <p role="status" className="mt-3 text-rosewood text-small">
          Some items can’t be ordered right now. Update them to continue to checkout.
        </p>
      )}
      <p className="mt-4">
        <Link to={href('/categories')} className="link-line inline-flex min-h-11 items-center text-small">
          Continue Shopping
        </Link>
      </p>
    </section>
  )
}

function checkoutPath(code: string): string {
  return code ? `${href('/checkout')}?${new URLSearchParams({ code })}` : href('/checkout')
}
