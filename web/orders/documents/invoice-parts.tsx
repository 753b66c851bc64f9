import type { OrderInvoices } from '#core/accounting/invoice.ts'
import { formatDate } from '#core/dates.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import { QuoteRows } from '#web/cart/quote-rows.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { DocumentItems } from './printed-document.tsx'

type Props = {
  invoices: OrderInvoices
  order: Order
  timeZone: string
  creditNotePath: (number: string) => string
}

export function InvoiceBody({ order, ...props }: Props) {
  return (
    <>
      <DocumentItems order={order} showPrices />
      <div className="ml-auto max-w-xs">
        <QuoteRows quote={order} code={order.offerCode ?? undefined} />
      </div>
      <CreditNoteList order={order} {...props} />
    </>
  )
}
export function invoiceTitle({ invoice }: OrderInvoices, { number }: Order): string {
  return invoice ? `Invoice ${invoice.number}` : `Order ${number}`
}

/** Says why an order has no invoice. */
export function invoiceDate({ invoice }: OrderInvoices, { paymentMethod }: Order, timeZone: string): string {
  if (invoice) return `Issued on ${formatDate(invoice.issuedAt, timeZone)}`
  return paymentMethod === 'demo'
    ? 'Test orders have no invoice.'
    : 'The invoice is issued when the order is paid.'
}

function CreditNoteList({ invoices: { creditNotes }, order, timeZone, creditNotePath }: Props) {
  const { currency } = order
  if (!creditNotes.length) return null
  return (
    <section aria-labelledby="credit-notes" className="mt-10 text-small">
      <h2 id="credit-notes" className="label text-ink-soft">
        Credit notes
      </h2>
      <ul className="mt-2">
        {creditNotes.map(({ number, issuedAt, amount, tax, voided }) => (
          <li
            key={number}
            className="tabular flex flex-wrap justify-between gap-x-6 border-hairline border-b py-3"
          >
            <span>
              <TextLink to={creditNotePath(number)} reloadDocument>
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
