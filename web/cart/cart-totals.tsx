import { href } from 'react-router'
import { type DisplayedCart, isPurchasable } from '#core/storefront/displayed-cart.ts'
import { ActionLink } from '#web/ui/text-link.tsx'
import { ExpressCheckout } from '../checkout/express/express-checkout.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TitledSection } from '../ui/titled-section.tsx'
import { FreeShipping } from './free-shipping.tsx'
import { OfferCode } from './offer-code.tsx'
import { QuoteRows } from './quote-rows.tsx'

type Props = { displayedCart: DisplayedCart; stale: boolean; code: string; onCode: (code: string) => void }

export function CartTotals({ displayedCart, stale, code, onCode }: Props) {
  const { quote, offer, codeProblem } = displayedCart
  const canCheckOut = isPurchasable(displayedCart)
  return (
    <TitledSection
      id="summary"
      title="Order Summary"
      className="lg:sticky lg:top-10 lg:row-span-2 lg:self-start"
    >
      <div className="mt-6">
        <FreeShipping cart={displayedCart} />
      </div>
      <QuoteRows quote={quote} stale={stale} offer={offer} />
      <OfferCode code={code} problem={codeProblem} offer={offer} onCode={onCode} />
      <p className="mt-8">
        {canCheckOut ? (
          <ButtonLink className="w-full" to={checkoutPath(code)}>
            Proceed to checkout
          </ButtonLink>
        ) : (
          <Button className="w-full" disabled>
            Proceed to checkout
          </Button>
        )}
      </p>
      {canCheckOut && <ExpressCheckout cart={displayedCart} lines={displayedCart.lines} />}
      {!canCheckOut && (
        <p role="status" className="mt-3 text-rosewood text-small">
          Some items can’t be ordered right now. Update them to continue to checkout.
        </p>
      )}
      <p className="mt-4">
        <ActionLink to={href('/categories')} className="text-small">
          Continue Shopping
        </ActionLink>
      </p>
    </TitledSection>
  )
}

function checkoutPath(code: string): string {
  return code ? `${href('/checkout')}?${new URLSearchParams({ code })}` : href('/checkout')
}
