import { type FormEvent, type ReactNode, useState } from 'react'
import { href, useLocation } from 'react-router'
import { parseQuantity } from '#core/cart/cart.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useCartActions } from './store/use-cart-actions.ts'

type Props = {
  product: { id: string; name: string; maxQuantity: number }
  variant?: 'primary' | 'secondary'
  className?: string
  /** For buttons outside of the form. */
  formId?: string
  /** Receives the error message for the quantity, or undefined if it is valid. */
  onProblem?: (problem: string | undefined) => void
  /** The quantity field; without one, the quantity is 1. */
  children?: ReactNode
}

/** Without scripts, the form posts to routes/add-line.ts. */
export function AddToCart({
  product,
  variant = 'primary',
  className = '',
  formId,
  onProblem,
  children,
}: Props) {
  const { id, maxQuantity } = product
  const { pathname, search } = useLocation()
  const { add } = useCartActions()
  const [addedCount, setAddedCount] = useState(0)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const quantityText = new FormData(form).get('quantity')
    const parsed = parseQuantity(quantityText, maxQuantity)
    onProblem?.('problem' in parsed ? parsed.problem : undefined)
    if ('problem' in parsed) return form.querySelector<HTMLElement>('[name=quantity]')?.focus()
    const added = await add({ productId: id, quantity: parsed.quantity }, maxQuantity)
    setAddedCount((count) => (added ? count + 1 : 0))
  }

  return (
    <form
      id={formId}
      method="post"
      action={href('/cart/lines')}
      onSubmit={submit}
      noValidate
      className={className}
    >
      <input type="hidden" name="productId" value={id} />
      <input type="hidden" name="back" value={pathname + search} />
      <div className="lg:flex lg:items-end lg:gap-4">
        {children ?? <input type="hidden" name="quantity" value="1" />}
        <AddButton product={product} variant={variant} className={`w-full ${BACKGROUNDS[variant]}`} />
      </div>
      {addedCount > 0 && (
        <p key={addedCount} role="alert" className="bg-paper px-3 py-2 text-center text-small">
          The item is added successfully to the cart
        </p>
      )}
    </form>
  )
}

export function AddButton({ product: { name, maxQuantity }, ...rest }: Pick<Props, 'product'> & ButtonProps) {
  return (
    <Button type="submit" disabled={maxQuantity === 0} {...rest}>
      {maxQuantity === 0 ? 'Sold out' : 'Add to cart'}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}

// A secondary button can be on top of a picture.
const BACKGROUNDS = { primary: '', secondary: 'bg-paper/90' } as const
