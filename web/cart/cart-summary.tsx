import { type KeyboardEvent, useState } from 'react'
import { href } from 'react-router'
import type { CartLine } from '#core/cart/cart-line.ts'
import { formatMoney } from '#core/money.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import type { DisplayedCart } from '#core/storefront/displayed-cart.ts'
import { Link } from '#web/ui/link.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { useCart } from './store/use-cart.ts'
import { useCartActions } from './store/use-cart-actions.ts'
import { useDisplayedCart } from './use-displayed-cart.ts'

export function CartSummary({ region }: { region: RegionCode }) {
  const { lines, count, ready } = useCart()
  const [open, setOpen] = useState(false)
  const { displayedCart, failed } = useDisplayedCart(null, { lines, ready: ready && open, code: '', region })

  function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
    if (event.key !== 'Escape' || !open) return
    event.currentTarget.open = false
    event.currentTarget.querySelector('summary')?.focus()
  }

  return (
    <details
      className="sm:relative"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={closeOnEscape}
    >
      <summary className="quiet-link flex cursor-pointer list-none gap-2 text-small">
        In your cart
        <span className="tabular inline-block min-w-5 border-metal border-b text-center">{count}</span>
        <span className="sr-only">{count === 1 ? 'item' : 'items'}</span>
      </summary>
      <section
        aria-label="Cart summary"
        className="absolute right-0 z-20 w-full border border-hairline bg-paper p-6 sm:w-96"
      >
        {lines.length === 0 ? (
          <p className="text-small">Your cart is empty</p>
        ) : (
          <SummaryList lines={lines} displayedCart={displayedCart} failed={failed} />
        )}
        <p className="mt-5 text-small">
          <ActionLink to="/cart">View cart</ActionLink>
        </p>
      </section>
    </details>
  )
}

type ListProps = { lines: readonly CartLine[]; displayedCart: DisplayedCart | null; failed: boolean }

function SummaryList({ lines, displayedCart, failed }: ListProps) {
  const { set } = useCartActions()
  if (failed) return <p className="text-small">We can’t show your cart right now.</p>
  return (
    <ul className="divide-y divide-hairline text-small" aria-busy={!displayedCart}>
      {lines.map(({ productId, quantity }) => {
        const product = displayedCart?.lines.find((line) => line.productId === productId)
        const name =
          product?.name ?? (displayedCart?.unavailable.includes(productId) ? 'No longer available' : '…')
        return (
          <li key={productId} className="flex min-h-14 items-center gap-4 py-1">
            <span className="tabular w-6 text-ink-soft">
              {quantity}
              <span className="sr-only"> of</span>
            </span>
            <span className="grow">
              {product ? <Link to={href('/product/:id', { id: product.slug })}>{name}</Link> : name}
            </span>
            <span className="tabular">
              {displayedCart &&
                product &&
                formatMoney({ amount: product.unitAmount, currency: displayedCart.quote.currency })}
            </span>
            <button
              type="button"
              className="min-h-11 cursor-pointer text-ink-soft underline decoration-1 underline-offset-4 hover:text-ink"
              onClick={({ currentTarget }) => {
                // Removing the line removes this button, so keep the focus in the summary.
                currentTarget.closest('details')?.querySelector('summary')?.focus()
                void set({ productId, quantity: 0 }, 0)
              }}
            >
              Remove<span className="sr-only"> {name}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
