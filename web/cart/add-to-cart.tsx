import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { href, useLocation } from 'react-router'
import { parseQuantity } from '#core/cart/cart.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useToast } from '../ui/toast/toast.tsx'
import { ADDED_MESSAGE, type Addition } from './addition.ts'
import { useCartActions } from './store/use-cart-actions.ts'

// Loads with the first item, unless the connection is lost by then.
const CartPanel = lazy(() => import('./cart-panel.tsx').catch(() => ({ default: AddedNotice })))

type Props = {
  product: { id: string; name: string; maxQuantity: number }
  region: RegionCode
  variant?: 'primary' | 'secondary'
  className?: string
  /** For buttons outside of the form. */
  formId?: string
  /** On phones, in the button: the price and what was chosen, which may have scrolled away. */
  detail?: string
  /** Receives the error message for the quantity, or undefined if it is valid. */
  onProblem?: (problem: string | undefined) => void
  /** The quantity field; without one, the quantity is 1. */
  children?: ReactNode
}

/** Without scripts, the form posts to routes/add-line.ts. */
export function AddToCart({
  product,
  region,
  variant = 'primary',
  className = '',
  formId,
  detail,
  onProblem,
  children,
}: Props) {
  const { id, name, maxQuantity } = product
  const { pathname, search } = useLocation()
  const { add } = useCartActions()
  const [addition, setAddition] = useState<Addition>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const quantityText = new FormData(form).get('quantity')
    const parsed = parseQuantity(quantityText, maxQuantity)
    onProblem?.('problem' in parsed ? parsed.problem : undefined)
    if ('problem' in parsed) return form.querySelector<HTMLElement>('[name=quantity]')?.focus()
    setAddition(undefined)
    const title = await add({ productId: id, quantity: parsed.quantity }, maxQuantity)
    if (title) setAddition({ productId: id, name, region, title })
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
        <AddButton
          product={product}
          detail={detail}
          variant={variant}
          className={`w-full ${BACKGROUNDS[variant]}`}
        />
      </div>
      <Suspense>{addition && <CartPanel {...addition} />}</Suspense>
    </form>
  )
}

function AddedNotice({ title }: Addition) {
  const showToast = useToast()
  useEffect(() => showToast({ title, link: { to: href('/cart'), text: 'View cart' } }), [showToast, title])
  return (
    <p role="alert" className="bg-paper px-3 py-2 text-center text-small">
      {ADDED_MESSAGE}
    </p>
  )
}

type AddButtonProps = Pick<Props, 'product'> & { detail?: string | undefined } & ButtonProps

export function AddButton({ product: { name, maxQuantity }, detail, ...rest }: AddButtonProps) {
  return (
    <Button type="submit" disabled={maxQuantity === 0} {...rest}>
      {maxQuantity === 0 ? 'Sold out' : 'Add to cart'}
      {maxQuantity > 0 && detail && (
        <span className="ml-[0.35em] shrink-[100] truncate md:hidden">· {detail}</span>
      )}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}

// A secondary button can be on top of a picture.
const BACKGROUNDS = { primary: '', secondary: 'bg-paper/90' } as const
