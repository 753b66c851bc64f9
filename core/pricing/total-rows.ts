import { formatMoney } from '../money.ts'
import type { Quote } from './quote.ts'

type Amounts = Pick<Quote, 'currency' | 'subtotal' | 'discount' | 'shipping' | 'tax' | 'total'>
type TotalRow = { name: string; amount: string }

/** The rows of every summary: cart, checkout, order, invoice, back office, and email. */
export function totalRows(quote: Amounts, taxPercent: number, code?: string | null) {
  const money = (amount: number) => formatMoney({ amount, currency: quote.currency })
  const rows: TotalRow[] = [
    { name: 'Subtotal', amount: money(quote.subtotal) },
    ...(quote.discount > 0
      ? [{ name: code ? `Offer ${code}` : 'Offer', amount: `−${money(quote.discount)}` }]
      : []),
    { name: 'Shipping', amount: quote.shipping === 0 ? 'Free' : money(quote.shipping) },
    { name: `Tax (${taxPercent}%)`, amount: money(quote.tax) },
  ]
  return { rows, total: money(quote.total) }
}
