import type { FormEvent, MouseEvent } from 'react'
import { Form, href } from 'react-router'
import { type Currency, formatMoney } from '#core/money.ts'
import type { CartSuggestion as Suggestion } from '#core/storefront/displayed-cart.ts'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { useToast } from '#web/ui/toast/toast.tsx'
import { Picture } from '../picture.tsx'
import { useCartActions } from './store/use-cart-actions.ts'

type Props = {
  suggestion: Suggestion
  currency: Currency
  /** In the panel: the product that was just added. */
  addedId?: string
  className?: string
}

/** Without scripts, posts to routes/add-line.ts. */
export function CartSuggestion({ suggestion, currency, addedId, className = '' }: Props) {
  const { add } = useCartActions()
  const showToast = useToast()
  const { productId, slug, name, picture, unitAmount, maxQuantity, relation, beside } = suggestion

  async function submit(event: FormEvent | MouseEvent) {
    event.preventDefault()
    const title = await add({ productId, quantity: 1 }, maxQuantity)
    if (title) showToast({ title })
  }

  return (
    <section
      aria-label="Goes with your cart"
      className={`grid grid-cols-[3rem_1fr_auto] gap-x-4 ${className}`}
    >
      <Picture
        picture={{ ...picture, alt: '' }}
        sizes="3rem"
        className="aspect-3/4 h-auto w-full bg-paper-deep object-cover"
      />
      <div className="min-w-0 text-small">
        <p className="text-ink-soft">
          Goes {relation} {beside.productId === addedId ? 'it' : beside.name}
        </p>
        <p className="wrap-anywhere">
          <Link to={href('/product/:id', { id: slug })} className="hover:text-rosewood">
            {name}
          </Link>
        </p>
        <p className="tabular text-ink-soft">{formatMoney({ amount: unitAmount, currency })}</p>
      </div>
      {addedId ? (
        // The panel is in the form of the product that was added, and forms can't contain forms.
        <TextButton type="button" onClick={submit} className="self-center px-2 text-small">
          <AddLabel name={name} />
        </TextButton>
      ) : (
        <Form method="post" action={href('/cart/lines')} onSubmit={submit} className="self-center">
          <input type="hidden" name="productId" value={productId} />
          <input type="hidden" name="quantity" value="1" />
          <input type="hidden" name="back" value={href('/cart')} />
          <TextButton className="px-2 text-small">
            <AddLabel name={name} />
          </TextButton>
        </Form>
      )}
    </section>
  )
}

function AddLabel({ name }: { name: string }) {
  return (
    <>
      Add<span className="sr-only"> {name}</span>
    </>
  )
}
