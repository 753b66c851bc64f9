import { useCart } from './store/use-cart.ts'

/** Renders inside the cart link. The reserved width keeps the header from shifting. */
export function CartBadge() {
  const { count } = useCart()
  return (
    <span className="tabular ml-1 inline-block min-w-8 text-left">
      {count > 0 && (
        <>
          <span aria-hidden>({count})</span>
          <span className="sr-only">, {count === 1 ? '1 item' : `${count} items`}</span>
        </>
      )}
    </span>
  )
}
