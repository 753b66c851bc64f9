import { type FormEvent, type ReactNode, useState } from 'react'
import { href, useLocation } from 'react-router'
import { parseQuantity } from '#core/cart/cart.ts'
import { Button } from '../ui/button.tsx'
import { useCartActions } from './store/use-cart-actions.ts'

type Props = {
  product: { id: string; name: string; maxQuantity: number }
  variant?: 'primary' | 'secondary'
  className?: string
  /** Receives the error message for the quantity, or undefined if it is valid. */
  onProblem?: (problem: string | undefined) => void
  /** The quantity field; without one, the quantity is 1. */
  children?: ReactNode
}

/** Without scripts, the form posts to routes/add-line.ts. */
export function AddToCart({ product, variant = 'primary', className = '', onProblem, children }: Props) {
  const { id, name, maxQuantity } = product
  const { pathname, search } = useLocation()
  const { add } = useCartActions()
  const [addedCount, setAddedCount] = useState(0)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const quantityText = new FormData(event.currentTarget).get('quantity')
    const parsed = parseQuantity(quantityText, maxQuantity)
    onProblem?.('problem' in parsed ? parsed.problem : undefined)
    if ('problem' in parsed) return
    const added = await add({ productId: id, quantity: parsed.quantity }, maxQuantity)
    setAddedCount((count) => (added ? count + 1 : 0))
  }

  return (
    <form method="post" action={href('/cart/lines')} onSubmit={submit} noValidate className={className}>
      <input type="hidden" name="productId" value={id} />
      <input type="hidden" name="back" value={pathname + search} />
      <div className="lg:flex lg:items-end lg:gap-4">
        {children ?? <input type="hidden" name="quantity" value="1" />}
        <Button
          type="submit"
          variant={variant}
          disabled={maxQuantity === 0}
          className={`w-full ${BACKGROUNDS[variant]}`}
        >
          {maxQuantity === 0 ? 'Sold out' : 'Add to cart'}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      {addedCount > 0 && (
        <p key={addedCount} role="alert" className="bg-paper px-3 py-2 text-center text-small">
          The item is added successfully to the cart
        </p>
      )}
    </form>
  )
}

// A secondary button can be on top of a picture.
const BACKGROUNDS = { primary: '', secondary: 'bg-paper/90' } as const
