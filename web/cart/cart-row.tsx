import type { FormEvent, ReactNode } from 'react'
import { Form, href } from 'react-router'
import { type Currency, formatMoney } from '#core/money.ts'
import type { DisplayedCartLine } from '#core/storefront/displayed-cart.ts'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { AvoidNote } from '../avoid-list/avoid-note.tsx'
import { PreorderNote } from '../orders/lines/preorder-note.tsx'
import { Picture } from '../picture.tsx'
import { useCartActions } from './store/use-cart-actions.ts'

type Props = { line: DisplayedCartLine; currency: Currency }

export function CartRow({ line, currency }: Props) {
  const { productId, slug, name, brand, picture, quantity, unitAmount } = line
  const to = href('/product/:id', { id: slug })
  const formatAmount = (amount: number) => formatMoney({ amount, currency })
  return (
    <article
      aria-label={name}
      className="grid grid-cols-[5.5rem_1fr] gap-x-5 py-6 sm:grid-cols-[7rem_1fr] sm:gap-x-8"
    >
      <Link to={to} tabIndex={-1} aria-hidden className="self-start bg-paper-deep">
        <Picture picture={picture} sizes="7rem" className="aspect-3/4 h-auto w-full object-cover" />
      </Link>
      <div className="flex min-w-0 flex-col">
        <div className="flex items-start justify-between gap-x-6">
          <div className="min-w-0">
            <p className="label text-ink-soft">{brand}</p>
            <h2 className="mt-1.5 font-display text-name">
              <Link to={to} className="hover:text-rosewood">
                {name}
              </Link>
            </h2>
            <p className="tabular mt-1 text-ink-soft text-small">{formatAmount(unitAmount)} each</p>
          </div>
          <p className="tabular shrink-0">{formatAmount(unitAmount * quantity)}</p>
        </div>
        <AvoidNote product={productId} />
        <PreorderNote day={line.preorderDate} />
        <LineChanges line={line} formatAmount={formatAmount} />
        <div className="mt-auto flex items-center gap-x-7 pt-4">
          <Stepper line={line} />
          <CartForm productId={productId} quantity={0} maxQuantity={0}>
            <TextButton className="text-ink-soft text-small">
              Remove<span className="sr-only"> {name}</span>
            </TextButton>
          </CartForm>
        </div>
      </div>
    </article>
  )
}

const STEP =
  'grid size-11 cursor-pointer place-items-center text-lead leading-none outline-offset-[-2px] hover:bg-paper-deep disabled:cursor-not-allowed disabled:opacity-30'

function Stepper({ line: { productId, name, quantity, maxQuantity } }: Omit<Props, 'currency'>) {
  const step = (to: number, label: string, sign: string, disabled = false) => (
    <CartForm productId={productId} quantity={to} maxQuantity={maxQuantity}>
      <button type="submit" className={STEP} aria-label={`${label} ${name}`} disabled={disabled}>
        {sign}
      </button>
    </CartForm>
  )
  return (
    <fieldset aria-label={`Quantity of ${name}`} className="flex items-center border border-control">
      {step(quantity - 1, 'Decrease quantity of', '−')}
      <output className="tabular min-w-8 text-center text-small">{quantity}</output>
      {step(quantity + 1, 'Increase quantity of', '+', quantity >= maxQuantity)}
    </fieldset>
  )
}

type LineChangesProps = { line: DisplayedCartLine; formatAmount: (amount: number) => string }

function LineChanges({ line, formatAmount }: LineChangesProps) {
  const { productId, quantity, maxQuantity, unitAmount, unitAmountBefore, name } = line
  const exceedsStock = quantity > maxQuantity
  if (!exceedsStock && unitAmountBefore === null) return null
  return (
    <div role="status" className="mt-3 text-rosewood text-small">
      {unitAmountBefore !== null && (
        <p>
          The price has changed from {formatAmount(unitAmountBefore)} to {formatAmount(unitAmount)} since you
          added this item.
        </p>
      )}
      {exceedsStock && maxQuantity === 0 && <p>This item has sold out since you added it.</p>}
      {exceedsStock && maxQuantity > 0 && (
        <CartForm productId={productId} quantity={maxQuantity} maxQuantity={maxQuantity}>
          <p>
            You have {quantity} in your cart, but only {maxQuantity} can be ordered.{' '}
            <button type="submit" className="link-line min-h-6 cursor-pointer">
              Change to {maxQuantity}
              <span className="sr-only"> of {name}</span>
            </button>
          </p>
        </CartForm>
      )}
    </div>
  )
}

type UnavailableProps = { productId: string; isUnavailable: boolean }

/** A product that is no longer sold, or that another tab has just added. */
export function UnavailableRow({ productId, isUnavailable }: UnavailableProps) {
  if (!isUnavailable) return <div aria-busy className="h-36" />
  return (
    <div className="flex items-center justify-between gap-x-6 py-6 text-small">
      <p className="text-rosewood">This product is no longer available.</p>
      <CartForm productId={productId} quantity={0} maxQuantity={0}>
        <TextButton>
          Remove<span className="sr-only"> unavailable product</span>
        </TextButton>
      </CartForm>
    </div>
  )
}

type FormProps = { productId: string; quantity: number; maxQuantity: number; children: ReactNode }

/** Sets the line's quantity, or removes it with 0. Without scripts, posts to routes/change-line.ts. */
function CartForm({ productId, quantity, maxQuantity, children }: FormProps) {
  const { set } = useCartActions()
  function submit(event: FormEvent) {
    event.preventDefault()
    void set({ productId, quantity }, maxQuantity)
  }
  return (
    <Form
      method="post"
      action={href('/cart/lines/:productId', { productId })}
      onSubmit={submit}
      preventScrollReset
    >
      <input type="hidden" name="quantity" value={quantity} />
      {children}
    </Form>
  )
}
