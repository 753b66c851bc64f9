import type { CreditNote } from '#core/accounting/invoice.ts'
import { formatDate } from '#core/dates.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import { TextLink } from '#web/ui/text-link.tsx'

type Props = {
  creditNotes: CreditNote[]
  order: Order
  timeZone: string
  documentPath: (name: string) => string
}

export function CreditNoteList({ creditNotes, order: { id, currency }, timeZone, documentPath }: Props) {
  if (!creditNotes.length) return null
  const headingId = `credit-notes-${id}`
  return (
    <section aria-labelledby={headingId} className="mt-10 text-small">
      <h2 id={headingId} className="label text-ink-soft">
        Credit notes
      </h2>
      <ul className="mt-2">
        {creditNotes.map(({ number, issuedAt, amount, tax, voided }) => (
          <li
            key={number}
            className="tabular flex flex-wrap justify-between gap-x-6 border-hairline border-b py-3"
          >
            <span>
              <TextLink to={documentPath(number)} reloadDocument>
                {number}
              </TextLink>
              , {formatDate(issuedAt, timeZone)}
              {voided && ', void'}
            </span>
            <span>
              −{formatMoney({ amount, currency })}, of which tax {formatMoney({ amount: tax, currency })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
