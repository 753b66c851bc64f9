import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { OrderInvoices } from '#core/accounting/invoice.ts'
import { formatMoney } from '#core/money.ts'
import { formatOrderDate, type Order } from '#core/orders/order.ts'
import type { Seller } from './load-seller.server.ts'

export function PrintedDocument({ order, children }: { order: Order; children: ReactNode }) {
  return (
    <main className="mx-auto max-w-[48rem] px-gutter py-12 print:p-0">
      <p className="mb-10 text-small print:hidden">
        <Link to={href('/orders/:number', order)} className="link-line inline-flex min-h-11 items-center">
          Back to order
        </Link>
      </p>
      {children}
    </main>
  )
}

type HeaderProps = { seller: Seller; title: string; children: ReactNode }

export function DocumentHeader({ seller, title, children }: HeaderProps) {
  return (
    <header className="flex flex-wrap justify-between gap-8 border-hairline border-b pb-8">
      <div>
        <p className="font-display text-title">{seller.name}</p>
        <div className="mt-2 text-ink-soft text-small">
          <SellerDetails seller={seller} />
        </div>
      </div>
      <div className="tabular text-small">
        <h1 className="font-display text-name">{title}</h1>
        <div className="mt-2 text-ink-soft">{children}</div>
      </div>
    </header>
  )
}

/** Leaves out what the owner hasn’t entered. */
export function SellerDetails({ seller }: { seller: Seller }) {
  const { addressLines, city, region, postalCode, country, taxNumber, email, phone } = seller
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const taxLine = taxNumber && `Tax number: ${taxNumber}`
  const lines = [...addressLines, place, country, taxLine, email, phone].filter(Boolean)
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}

export function invoiceTitle({ invoice }: OrderInvoices, { number }: Order): string {
  return invoice ? `Invoice ${invoice.number}` : `Order ${number}`
}

/** Says why an order has no invoice. */
export function invoiceDate({ invoice }: OrderInvoices, { paymentMethod }: Order, timeZone: string): string {
  if (invoice) return `Issued on ${formatOrderDate(invoice.issuedAt, timeZone)}`
  return paymentMethod === 'demo'
    ? 'Test orders have no invoice.'
    : 'The invoice is issued when the order is paid.'
}

type CreditNoteListProps = {
  invoices: OrderInvoices
  order: Order
  timeZone: string
  path: (number: string) => string
}

export function CreditNoteList({ invoices: { creditNotes }, order, timeZone, path }: CreditNoteListProps) {
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
              <Link to={path(number)} className="link-line" reloadDocument>
                {number}
              </Link>
              , {formatOrderDate(issuedAt, timeZone)}
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
