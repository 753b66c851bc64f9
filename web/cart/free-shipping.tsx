import type { ReactNode } from 'react'
import { formatMoney } from '#core/money.ts'
import { freeShippingProgress } from '#core/pricing/free-shipping.ts'
import type { DisplayedCart } from '#core/storefront/displayed-cart.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** How far the cart is from free shipping, and when it would arrive. */
export function FreeShipping({ cart: { quote, region, arrival } }: { cart: DisplayedCart }) {
  const { isFree, threshold, missing } = freeShippingProgress(quote, region)
  const format = (amount: number) => formatMoney({ amount, currency: quote.currency })
  return (
    <div className="space-y-3 text-small">
      <AmountRow label={isFree ? 'Your order ships free.' : `Free shipping over ${format(threshold)}`}>
        {missing > 0 && !isFree && `${format(missing)} to go`}
      </AmountRow>
      <ProgressBar
        label="Progress to free shipping"
        value={isFree ? threshold : quote.subtotal}
        max={threshold}
      />
      <p className="tabular text-ink-soft">Arrives {arrival}.</p>
    </div>
  )
}

export function AmountRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="tabular flex flex-wrap items-baseline justify-between gap-x-6">
      <span>{label}</span>
      <span className="text-ink-soft">{children}</span>
    </p>
  )
}
