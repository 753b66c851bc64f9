import type { PayoutTransaction } from '#core/accounting/payouts/payouts.server.ts'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { AdminLink } from '../../ui/admin-link.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { balanceFigure } from './balance-figure.ts'

const TYPES: Record<string, string> = {
  charge: 'Payment',
  payment: 'Payment',
  refund: 'Refund',
  payment_refund: 'Refund',
  refund_failure: 'Failed refund',
  payment_failure_refund: 'Failed payment',
  adjustment: 'Adjustment',
  payout: 'Payout',
  payout_failure: 'Failed payout',
  payout_cancel: 'Canceled payout',
  stripe_fee: 'Provider’s fee',
}

function typeName({ type, source }: PayoutTransaction): string {
  if (type === 'adjustment' && source === 'dispute') return 'Dispute'
  const words = type.replaceAll('_', ' ')
  return TYPES[type] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export const TRANSACTION_COLUMNS: Column<PayoutTransaction>[] = [
  {
    title: 'Date',
    sorts: BY_DATE,
    cell: ({ createdAt }) => <Timestamp at={createdAt} showTime />,
  },
  { title: 'Type', placement: 'lead', cell: typeName },
  { title: 'Order', cell: (transaction) => <Subject transaction={transaction} /> },
  {
    title: 'Amount',
    align: 'end',
    placement: 'side',
    cell: (transaction) => <Amount transaction={transaction} />,
  },
  {
    title: 'Fee',
    align: 'end',
    placement: 'beside',
    cell: ({ fee, currency }) =>
      fee !== 0 && (
        <>
          <span className="lg:hidden">Fee </span>
          {balanceFigure(fee, currency)}
        </>
      ),
  },
  {
    title: 'Net',
    align: 'end',
    placement: 'desktop',
    cell: ({ amount, fee, currency }) => balanceFigure(amount - fee, currency),
  },
]

function Subject({ transaction }: { transaction: PayoutTransaction }) {
  const { orderNumber, unmatched, source, payoutId, sourceId } = transaction
  if (orderNumber)
    return (
      <>
        <AdminLink to={`orders/${orderNumber}`}>#{orderNumber}</AdminLink>
        {unmatched && ', not in the store'}
      </>
    )
  if (unmatched) return 'Not from this store'
  const payout = source === 'payout' ? sourceId : payoutId
  return (
    payout && source === 'payout' && <AdminLink to={`accounting/payouts/${payout}`}>Open payout</AdminLink>
  )
}

/** With what the shopper paid, if that is in another currency. */
function Amount({ transaction }: { transaction: PayoutTransaction }) {
  const { amount, currency, paidAmount, paidCurrency } = transaction
  const isConverted = paidAmount !== null && paidCurrency !== null && paidCurrency !== currency
  return (
    <>
      {isConverted && <span className="mr-2 text-ink-soft">{balanceFigure(paidAmount, paidCurrency)}</span>}
      {balanceFigure(amount, currency)}
    </>
  )
}
