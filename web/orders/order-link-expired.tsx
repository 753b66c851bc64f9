import { href } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'

export function OrderLinkExpired() {
  return (
    <section className="mx-auto max-w-page px-gutter py-section">
      <h1 className="font-display text-display">This link has expired</h1>
      <p className="mt-6 max-w-prose text-lead">
        Enter your order number and email, and we’ll send you a new link.
      </p>
      <p className="mt-10">
        <ButtonLink to={href('/orders')}>Get a new link</ButtonLink>
      </p>
    </section>
  )
}
