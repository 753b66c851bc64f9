import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { countUnits } from '#core/cart/cart.ts'
import { formatMoney } from '#core/money.ts'
import { type DisplayedCart, isPurchasable } from '#core/storefront/displayed-cart.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { useToast } from '#web/ui/toast/toast.tsx'
import { AvoidNote } from '../avoid-list/avoid-note.tsx'
import { ExpressCheckout } from '../checkout/express/express-checkout.tsx'
import { Picture } from '../picture.tsx'
import { ADDED_MESSAGE, type Addition } from './addition.ts'
import { CartSuggestion } from './cart-suggestion.tsx'
import { AmountRow, FreeShipping } from './free-shipping.tsx'
import { useCart } from './store/use-cart.ts'
import { useDisplayedCart } from './use-displayed-cart.ts'

/** What was just added, and the ways on. */
export default function CartPanel({ productId, name, region, title }: Addition) {
  const [open, setOpen] = useState(true)
  const { lines, ready } = useCart()
  const { displayedCart, failed } = useDisplayedCart(null, { lines, ready: ready && open, code: '', region })
  const showToast = useToast()
  useEffect(() => showToast({ title }), [showToast, title])
  const canCheckOut = !displayedCart || isPurchasable(displayedCart)
  return (
    <SidePanel label="Cart" onClose={() => setOpen(false)}>
      <h2 className="mt-2 font-display text-body">
        <span role={open ? 'alert' : undefined}>{ADDED_MESSAGE}</span>
      </h2>
      <AddedLine productId={productId} name={name} cart={displayedCart} />
      {failed && <p className="mt-6 text-small">We can’t show your cart right now.</p>}
      <div className="mt-5">
        <div className="mb-5 min-h-31">{displayedCart && <CartAmounts cart={displayedCart} />}</div>
        {!displayedCart && !failed && <div aria-hidden className="mb-5 h-16" />}
        {displayedCart?.suggestion && (
          <CartSuggestion
            suggestion={displayedCart.suggestion}
            currency={displayedCart.quote.currency}
            addedId={productId}
            className="mb-5 min-h-16"
          />
        )}
        {!canCheckOut && (
          <p role="status" className="mb-6 text-rosewood text-small">
            Some items can’t be ordered right now. Update them to continue to checkout.
          </p>
        )}
        <div className={canCheckOut ? 'grid grid-cols-2 gap-3' : 'grid'}>
          <ButtonLink to={href('/cart')} variant={canCheckOut ? 'secondary' : 'primary'}>
            View cart
          </ButtonLink>
          {canCheckOut && <ButtonLink to={href('/checkout')}>Checkout</ButtonLink>}
        </div>
        {canCheckOut && displayedCart && <ExpressCheckout cart={displayedCart} lines={lines} />}
      </div>
    </SidePanel>
  )
}

type AddedLineProps = Pick<Addition, 'productId' | 'name'> & { cart: DisplayedCart | null }

function AddedLine({ productId, name, cart }: AddedLineProps) {
  const line = cart?.lines.find((line) => line.productId === productId)
  return (
    <div className="mt-4 grid grid-cols-[4.5rem_1fr] gap-x-5 border-hairline border-y py-5" aria-busy={!line}>
      <div className="aspect-3/4 self-start bg-paper-deep">
        {line && (
          <Picture picture={{ ...line.picture, alt: '' }} sizes="4.5rem" className="size-full object-cover" />
        )}
      </div>
      <div className="flex min-w-0 flex-col">
        <p className="label min-h-[1lh] text-ink-soft">{line?.brand}</p>
        <p className="wrap-anywhere mt-1.5 font-display text-name">{line?.family ?? name}</p>
        <p className="mt-1 min-h-[1lh] text-ink-soft text-small">{line?.option}</p>
        <AvoidNote product={productId} />
        <p className="tabular mt-auto flex justify-between gap-x-6 pt-3 text-small">
          <span className="text-ink-soft">{line ? `Quantity ${line.quantity}` : '\u00a0'}</span>
          {cart && line && (
            <span>
              {formatMoney({ amount: line.unitAmount * line.quantity, currency: cart.quote.currency })}
            </span>
          )}
        </p>
      </div>
    </div>
  )
}

function CartAmounts({ cart }: { cart: DisplayedCart }) {
  const { quote } = cart
  const units = countUnits(quote.lines)
  return (
    <div className="space-y-4 text-small">
      <FreeShipping cart={cart} />
      <AmountRow label={`Subtotal, ${units === 1 ? '1 item' : `${units} items`}`}>
        <span className="text-body text-ink">
          {formatMoney({ amount: quote.subtotal, currency: quote.currency })}
        </span>
      </AmountRow>
    </div>
  )
}
