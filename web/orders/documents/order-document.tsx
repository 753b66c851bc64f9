import type { ReactNode } from 'react'
import type { CreditNote, OrderInvoices } from '#core/accounting/invoice.ts'
import { formatDate } from '#core/dates.ts'
import { type Order, orderOffer } from '#core/orders/order.ts'
import type { Seller } from '#core/settings/store-settings.ts'
import { QuoteRows } from '#web/cart/quote-rows.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { GiftMessage } from '../gift-message.tsx'
import { CreditNoteAmounts } from './credit-note-amounts.tsx'
import { CreditNoteList } from './credit-note-list.tsx'
import { DocumentItems, PrintedDocument } from './printed-document.tsx'

/** `seller` is as on the day the document was issued. */
type DocumentOf<Kind> = { kind: Kind; order: Order; seller: Seller }
export type OrderDocument =
  | (DocumentOf<'packing-slip'> & { skus: Record<string, string>; batches: Record<string, string[]> })
  | (DocumentOf<'invoice'> & { invoices: OrderInvoices })
  | (DocumentOf<'credit-note'> & { invoices: OrderInvoices; creditNote: CreditNote })

type Props = {
  document: OrderDocument
  /** Where an order's invoice, or the credit note with this number, opens. */
  documentPath: (name: string) => string
  heading?: 'h1' | 'h2'
  /** Below the references, for scanners. */
  barcode?: ReactNode
}

/** The one layout of invoices, credit notes, and packing slips, for shoppers and the back office. */
export function OrderDocumentView({ document, documentPath, heading, barcode }: Props) {
  const { order, seller } = document
  return (
    <PrintedDocument
      order={order}
      seller={seller}
      title={documentTitle(document)}
      heading={heading}
      facts={
        <>
          <DocumentFacts document={document} documentPath={documentPath} />
          {barcode}
        </>
      }
      recipientTitle={order.kind === 'gift_card' ? 'Billed to' : RECIPIENT_TITLES[document.kind]}
      email={document.kind === 'packing-slip' ? undefined : order.email}
    >
      {document.kind === 'credit-note' && (
        <CreditNoteAmounts creditNote={document.creditNote} order={order} />
      )}
      {document.kind === 'packing-slip' && (
        <>
          <DocumentItems order={order} showPrices={false} skus={document.skus} batches={document.batches} />
          {(order.giftMessage || order.giftFrom) && (
            <section aria-label="Gift message" className="mt-12 break-inside-avoid">
              <p className="label text-ink-soft">A message for you</p>
              {order.giftMessage && (
                <GiftMessage text={order.giftMessage} className="mt-3 max-w-prose font-display text-name" />
              )}
              {order.giftFrom && (
                <p className="mt-3">
                  From <bdi>{order.giftFrom}</bdi>
                </p>
              )}
            </section>
          )}
        </>
      )}
      {document.kind === 'invoice' && (
        <>
          <DocumentItems order={order} showPrices />
          <div className="ml-auto max-w-xs break-inside-avoid">
            <QuoteRows quote={order} offer={orderOffer(order)} />
          </div>
          <CreditNoteList
            creditNotes={document.invoices.creditNotes}
            order={order}
            timeZone={seller.timeZone}
            documentPath={documentPath}
          />
        </>
      )}
    </PrintedDocument>
  )
}

const RECIPIENT_TITLES = {
  invoice: 'Billed and shipped to',
  'packing-slip': 'Ship to',
  'credit-note': 'Credited to',
}

function documentTitle(document: OrderDocument): string {
  const order = `Order #${document.order.number}`
  if (document.kind === 'packing-slip') return `Packing slip\u00a0· ${order}`
  if (document.kind === 'credit-note') return `Credit note ${document.creditNote.number}`
  const { invoice } = document.invoices
  return invoice ? `Invoice ${invoice.number}` : order
}

/** Dates and references. */
function DocumentFacts({ document, documentPath }: Pick<Props, 'document' | 'documentPath'>) {
  const { order, seller } = document
  const { timeZone } = seller
  return (
    <>
      {document.kind === 'invoice' && <p>{invoiceDate(document.invoices, order, timeZone)}</p>}
      {document.kind === 'credit-note' && (
        <>
          <p>Issued on {formatDate(document.creditNote.issuedAt, timeZone)}</p>
          {document.invoices.invoice && (
            <p>
              For{' '}
              <TextLink to={documentPath('invoice')} reloadDocument>
                invoice {document.invoices.invoice.number}
              </TextLink>
            </p>
          )}
        </>
      )}
      <p>
        {document.kind === 'packing-slip' ? 'Placed' : `Order ${order.number}, placed`} on{' '}
        {formatDate(order.createdAt, timeZone)}
      </p>
      {document.kind === 'invoice' && order.paymentMethod === 'card' && (
        <p>Payment: {order.authorization ?? order.paymentStatus}</p>
      )}
    </>
  )
}

/** Says why an order has no invoice. */
function invoiceDate({ invoice }: OrderInvoices, { paymentMethod }: Order, timeZone: string): string {
  if (invoice) return `Issued on ${formatDate(invoice.issuedAt, timeZone)}`
  return paymentMethod === 'demo'
    ? 'Test orders have no invoice.'
    : 'The invoice is issued when the order is paid.'
}
