import { formatMoney } from '#core/money.ts'
import { type Order, orderOffer } from '#core/orders/order.ts'
import { QuoteRows } from '../cart/quote-rows.tsx'
import { TitledSection } from '../ui/titled-section.tsx'

export function OrderTotals({ order }: { order: Order }) {
  const { currency, refunded } = order
  return (
    <TitledSection id="totals" title="Order Summary">
      <QuoteRows quote={order} offer={orderOffer(order)} />
      {refunded > 0 && (
        <p className="tabular mt-3 flex justify-between gap-x-6 text-small">
          <span className="text-ink-soft">Refunded</span>
          <span>{formatMoney({ amount: refunded, currency })}</span>
        </p>
      )}
      <p className="mt-4 text-ink-soft text-small">{paymentMethod(order)}</p>
    </TitledSection>
  )
}

function paymentMethod({ paymentMethod, total, giftCardAmount }: Order): string {
  if (paymentMethod === 'demo') return 'Test order. You weren’t charged.'
  if (giftCardAmount === 0) return 'Payment method: card'
  return giftCardAmount === total ? 'Payment method: gift card' : 'Payment method: gift card and card'
}
