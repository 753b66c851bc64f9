import { formatMoney } from '#core/money.ts'
import { isGiftWrap } from '#core/pricing/gift-wrap.ts'
import { countryWithArticle } from '#core/regions/country-name.ts'
import type { DisplayedCart } from '#core/storefront/displayed-cart.ts'
import { AvoidNote } from '../avoid-list/avoid-note.tsx'
import { OfferCode } from '../cart/offer-code.tsx'
import { QuoteRows } from '../cart/quote-rows.tsx'
import { SamplePicture } from '../cart/samples/sample-picture.tsx'
import { PreorderNote } from '../orders/lines/preorder-note.tsx'
import { Picture } from '../picture.tsx'
import { deliveryTime } from '../storefront/region/region-terms.ts'
import { TitledSection } from '../ui/titled-section.tsx'

type Props = { displayedCart: DisplayedCart; stale: boolean; code: string; onCode: (code: string) => void }

export function CheckoutSummary({ displayedCart, stale, code, onCode }: Props) {
  const { lines, quote, region, offer, codeProblem, samples } = displayedCart
  return (
    <TitledSection id="summary" title="Order Summary">
      <ul className="mt-6 space-y-5">
        {lines.map(({ productId, name, picture, quantity, maxQuantity, unitAmount, preorderDate }) => (
          <li key={productId} className="flex items-center gap-x-5 text-small">
            <Picture
              picture={{ ...picture, alt: '' }}
              sizes="4rem"
              className="aspect-3/4 h-auto w-14 bg-paper-deep object-cover"
            />
            <div className="grow">
              <p>{name}</p>
              <p className="tabular mt-0.5 text-ink-soft">Quantity {quantity}</p>
              <AvoidNote product={productId} />
              <PreorderNote day={preorderDate} />
              {quantity > maxQuantity && (
                <p className="text-rosewood">{maxQuantity === 0 ? 'Sold out' : `Only ${maxQuantity} left`}</p>
              )}
            </div>
            <p className="tabular">
              {formatMoney({ amount: unitAmount * quantity, currency: quote.currency })}
            </p>
          </li>
        ))}
        {quote.lines.filter(isGiftWrap).map(({ productId, amount }) => (
          <li key={productId} className="flex justify-between gap-x-5 text-small">
            <p>Gift wrap</p>
            <p className="tabular">{amount ? formatMoney({ amount, currency: quote.currency }) : 'Free'}</p>
          </li>
        ))}
        {samples?.offered
          .filter(({ productId }) => samples.chosen.includes(productId))
          .map((sample) => (
            <li key={sample.productId} className="flex items-center gap-x-5 text-small">
              <SamplePicture picture={sample.picture} />
              <div className="grow">
                <p>{sample.name}</p>
                <p className="tabular mt-0.5 text-ink-soft">Quantity 1</p>
              </div>
              <p className="whitespace-nowrap">Free sample</p>
            </li>
          ))}
      </ul>
      <div className="mt-6 border-hairline border-t">
        <QuoteRows
          quote={{ ...quote, giftCards: displayedCart.payment?.giftCards ?? [] }}
          rest="Left to pay"
          stale={stale}
          offer={offer}
        />
      </div>
      <p className="mt-4 text-ink-soft text-small">
        Estimated delivery to {countryWithArticle(region.code)}: {deliveryTime(region)}
      </p>
      <OfferCode code={code} problem={codeProblem} offer={offer} onCode={onCode} />
    </TitledSection>
  )
}
