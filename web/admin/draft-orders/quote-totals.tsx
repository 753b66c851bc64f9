import type { GiftCardPayment } from '#core/gift-cards/gift-card.ts'
import { paymentRows } from '#core/gift-cards/payment-rows.ts'
import type { Quote } from '#core/pricing/quote.ts'
import { totalRows } from '#core/pricing/total-rows.ts'

type Props = {
  quote: Omit<Quote, 'lines' | 'rate' | 'region'> & { giftCards?: readonly GiftCardPayment[] }
  offer: { code: string | null; title: string | null } | null
}

/** The server's amounts. */
export function QuoteTotals({ quote, offer }: Props) {
  const { rows, total } = totalRows(quote, offer)
  const allRows = [
    ...rows,
    { name: 'Total', amount: total },
    ...paymentRows({ ...quote, giftCards: quote.giftCards ?? [] }, 'Left to pay'),
  ]
  return (
    <dl className="tabular mt-3 ml-auto grid w-60 grid-cols-[1fr_auto] gap-y-1">
      {allRows.map(({ name, amount }) => (
        <div key={name} className={`contents ${name === 'Total' ? '' : 'text-ink-soft'}`}>
          <dt>{name}</dt>
          <dd className="text-right">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
