import { formatMoney } from '../money.ts'
import type { Quote } from './quote.ts'

type Amounts = Omit<Quote, 'lines' | 'rate' | 'region'> & { kind?: 'products' | 'gift_card' }
type TotalRow = { name: string; amount: string }

/** The rows of every summary: cart, checkout, order, invoice, back office, and email. */
export function totalRows(quote: Amounts, code?: string | null) {
  const money = (amount: number) => formatMoney({ amount, currency: quote.currency })
  const total = money(quote.total)
  // Neither shipped nor taxed.
  if (quote.kind === 'gift_card') return { rows: [], total }
  const rows: TotalRow[] = [
    { name: 'Subtotal', amount: money(quote.subtotal) },
    ...(quote.discount > 0
      ? [{ name: code ? `Offer ${code}` : 'Offer', amount: `−${money(quote.discount)}` }]
      : []),
    { name: 'Shipping', amount: quote.shipping === 0 ? 'Free' : money(quote.shipping) },
    { name: taxLabel(quote), amount: money(quote.tax) },
  ]
  return { rows, total }
}

export function taxLabel({ taxPercent, taxIncluded }: Pick<Quote, 'taxPercent' | 'taxIncluded'>): string {
  return `${taxIncluded ? 'Includes tax' : 'Tax'} (${taxPercent}%)`
}
