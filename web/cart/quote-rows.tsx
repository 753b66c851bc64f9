import { formatMoney } from '#core/money.ts'
import type { Quote } from '#core/pricing/quote.ts'
import { TAX_PERCENT } from '#core/regions/regions.ts'

type Props = {
  quote: Omit<Quote, 'lines' | 'rate' | 'region'> & { taxPercent?: number }
  stale?: boolean
  code?: string
}

/** Displays the server's amounts and computes none. */
export function QuoteRows({ quote, stale = false, code }: Props) {
  const { currency, subtotal, discount, shipping, tax, total, taxPercent = TAX_PERCENT } = quote
  const formatAmount = (amount: number) => formatMoney({ amount, currency })
  return (
    <dl
      aria-busy={stale}
      className={`tabular mt-6 space-y-2.5 text-small transition-opacity ${stale ? 'opacity-40' : ''}`}
    >
      <QuoteRow name="Subtotal" amount={formatAmount(subtotal)} />
      {discount > 0 && (
        <QuoteRow name={code ? `Offer ${code}` : 'Offer'} amount={`−${formatAmount(discount)}`} />
      )}
      <QuoteRow name="Shipping" amount={shipping === 0 ? 'Free' : formatAmount(shipping)} />
      <QuoteRow name={`Tax (${taxPercent}%)`} amount={formatAmount(tax)} />
      <div className="flex justify-between gap-x-6 border-hairline border-t pt-4 text-body">
        <dt>Total</dt>
        <dd data-total>{formatAmount(total)}</dd>
      </div>
    </dl>
  )
}

function QuoteRow({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex justify-between gap-x-6">
      <dt className="text-ink-soft">{name}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
