import { href } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'

export function EmptyCheckout() {
  return (
    <section className="mx-auto max-w-page px-gutter py-section">
      <h1 className="font-display text-title">Your cart is empty</h1>
      <p className="mt-4 text-ink-soft">There is nothing to pay for yet.</p>
      <p className="mt-10">
        <ButtonLink to={href('/categories')}>Browse Products</ButtonLink>
      </p>
    </section>
  )
}
