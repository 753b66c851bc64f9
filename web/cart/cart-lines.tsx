import { Form, href } from 'react-router'
import type { CartLine } from '#core/cart/cart-line.ts'
import type { DisplayedCart } from '#core/storefront/displayed-cart.ts'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { CartRow, UnavailableRow } from './cart-row.tsx'
import { useCartActions } from './store/use-cart-actions.ts'

type Props = {
  /** Current, while `displayedCart` may lag behind. */
  lines: readonly CartLine[]
  displayedCart: DisplayedCart
}

export function CartLines({ lines, displayedCart }: Props) {
  const { clear } = useCartActions()
  const displayedLines = new Map(displayedCart.lines.map((line) => [line.productId, line]))
  return (
    <>
      <ul className="border-hairline border-y">
        {lines.map(({ productId, quantity }) => {
          const line = displayedLines.get(productId)
          return (
            <li key={productId} className="border-hairline [&:not(:first-child)]:border-t">
              {line ? (
                <CartRow line={{ ...line, quantity }} currency={displayedCart.quote.currency} />
              ) : (
                <UnavailableRow
                  productId={productId}
                  isUnavailable={displayedCart.unavailable.includes(productId)}
                />
              )}
            </li>
          )
        })}
      </ul>
      <Form
        method="post"
        action={href('/cart/clear')}
        className="mt-3 text-small"
        onSubmit={(event) => {
          event.preventDefault()
          void clear()
        }}
      >
        <TextButton className="text-ink-soft">Clear cart</TextButton>
      </Form>
    </>
  )
}
