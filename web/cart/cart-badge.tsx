import { useCart } from './store/use-cart.ts'

/** The text of the cart link. The reserved width keeps the header from shifting. */
export function CartBadge() {
  const { count } = useCart()
  return (
    <span className="tabular min-w-15 text-right">
      Cart
      {count > 0 && (
        <>
          <span aria-hidden>&nbsp;({count})</span>
          <span className="sr-only">, {count === 1 ? '1 item' : `${count} items`}</span>
        </>
      )}
    </span>
  )
}
