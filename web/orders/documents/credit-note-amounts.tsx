import type { CreditNote } from '#core/accounting/invoice.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'

export function CreditNoteAmounts({ creditNote, order }: { creditNote: CreditNote; order: Order }) {
  const { amount, tax, voided } = creditNote
  const { currency } = order
  const rows: [string, number][] = [
    ['Refund without tax', amount - tax],
    [`Tax (${order.taxPercent}%)`, tax],
    ['Total refunded', amount],
  ]
  return (
    <>
      {voided && (
        <p className="mt-8 max-w-prose" role="note">
          This credit note is void: the refund failed, and the money stayed with the store.
        </p>
      )}
      <dl className="tabular mt-10 ml-auto max-w-xs space-y-2.5 text-small">
        {rows.map(([name, value]) => (
          <div
            key={name}
            className="flex justify-between gap-x-6 last:border-hairline last:border-t last:pt-4"
          >
            <dt className="text-ink-soft">{name}</dt>
            <dd>{formatMoney({ amount: value, currency })}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
