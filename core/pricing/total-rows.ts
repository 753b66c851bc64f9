import { formatMoney } from '../money.ts'
import type { Quote } from './quote.ts'

type Amounts = Omit<Quote, 'lines' | 'rate' | 'region'> & { kind?: 'products' | 'gift_card' }
type TotalRow = { name: string; amount: string }

/** An order of an earlier version has no title. */
type NamedOffer = { code: string | null; title: string | null }

/** The rows of every summary: cart, checkout, order, invoice, back office, and email. */
export function totalRows(quote: Amounts, offer?: NamedOffer | null) {
  const money = (amount: number) => formatMoney({ amount, currency: quote.currency })
  const total = money(quote.total)
  // Neither shipped nor taxed.
  if (quote.kind === 'gift_card') return { rows: [], total }
  const offerName = offer?.code ?? offer?.title
  const isOnShipping = offerName && quote.discount === 0 && quote.shipping === 0
  const rows: TotalRow[] = [
    { name: 'Subtotal', amount: money(quote.subtotal) },
    ...(quote.discount > 0
      ? [{ name: offerName ? `Offer ${offerName}` : 'Offer', amount: `−${money(quote.discount)}` }]
      : []),
    {
      name: isOnShipping ? `Shipping, offer ${offerName}` : 'Shipping',
      amount: quote.shipping === 0 ? 'Free' : money(quote.shipping),
    },
    { name: taxLabel(quote), amount: money(quote.tax) },
  ]
  return { rows, total }
}

export function taxLabel({ taxPercent, taxIncluded }: Pick<Quote, 'taxPercent' | 'taxIncluded'>): string {
  return `${taxIncluded ? 'Includes tax' : 'Tax'} (${taxPercent}%)`
}
