import type { GiftCardPayment } from '#core/gift-cards/gift-card.ts'
import { paymentRows } from '#core/gift-cards/payment-rows.ts'
import type { Quote } from '#core/pricing/quote.ts'
import { totalRows } from '#core/pricing/total-rows.ts'

type Props = {
  quote: Omit<Quote, 'lines' | 'rate' | 'region'> & { giftCards?: readonly GiftCardPayment[] }
  /** What the amount that gift cards leave is called. */
  rest?: string
  stale?: boolean
  offer: { code: string | null; title: string | null } | null
}

/** Displays the server's amounts and computes none. */
export function QuoteRows({ quote, stale = false, offer, rest }: Props) {
  const { rows, total } = totalRows(quote, offer)
  return (
    <dl
      aria-busy={stale}
      className={`tabular mt-6 space-y-2.5 text-small transition-opacity ${stale ? 'opacity-40' : ''}`}
    >
      {rows.map(({ name, amount }) => (
        <div key={name} className="flex justify-between gap-x-6">
          <dt className="text-ink-soft">{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-x-6 border-hairline border-t pt-4 text-body">
        <dt>Total</dt>
        <dd data-total>{total}</dd>
      </div>
      {paymentRows({ ...quote, giftCards: quote.giftCards ?? [] }, rest).map(({ name, amount }) => (
        <div key={name} className="flex justify-between gap-x-6">
          <dt className="text-ink-soft">{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
