import { href } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'

export function OrdersTab() {
  return (
    <div>
      <h2 className="font-display text-name">No orders yet</h2>
      <p className="mt-3 text-ink-soft">What you order is kept here, with its way to you.</p>
      <p className="mt-8">
        <ButtonLink to={href('/categories')}>Start Shopping</ButtonLink>
      </p>
    </div>
  )
}
