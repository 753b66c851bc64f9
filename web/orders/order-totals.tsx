import { formatMoney } from '#core/money.ts'
import { type Order, orderOffer } from '#core/orders/order.ts'
import { QuoteRows } from '../cart/quote-rows.tsx'
import { TitledSection } from '../ui/titled-section.tsx'

export function OrderTotals({ order }: { order: Order }) {
  const { currency, refunded, paymentMethod } = order
  return (
    <TitledSection id="totals" title="Order Summary">
      <QuoteRows quote={order} offer={orderOffer(order)} />
      {refunded > 0 && (
        <p className="tabular mt-3 flex justify-between gap-x-6 text-small">
          <span className="text-ink-soft">Refunded</span>
          <span>{formatMoney({ amount: refunded, currency })}</span>
        </p>
      )}
      <p className="mt-4 text-ink-soft text-small">
        {paymentMethod === 'demo' ? 'Test order. You weren’t charged.' : 'Payment method: card'}
      </p>
    </TitledSection>
  )
}
