import { data } from 'react-router'
import { findInvoices } from '#core/accounting/invoices.server.ts'
import { hasPermission, missingPermission } from '#core/accounts/permissions.ts'
import { formatDate } from '#core/dates.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { CreditNoteAmounts } from '#web/orders/documents/credit-note-amounts.tsx'
import { InvoiceBody, invoiceDate } from '#web/orders/documents/invoice-parts.tsx'
import { loadSeller } from '#web/orders/documents/load-seller.server.ts'
import { DocumentItems, PrintedDocument } from '#web/orders/documents/printed-document.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import type { Route } from './+types/order-document'

export const meta = adminMeta('Order document')

/** Credit notes are found by their number. */
const DOCUMENTS = ['invoice', 'packing-slip'] as const

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const order = await refusalToResponse(findOrder(ctx, params.number))
  const invoices = await findInvoices(ctx.db, order)
  const creditNote = invoices.creditNotes.find(({ number }) => number === params.document)
  const document: keyof typeof RECIPIENT_TITLES | undefined = creditNote
    ? 'credit-note'
    : DOCUMENTS.find((name) => name === params.document)
  if (!document) throw data('This document doesn’t exist.', 404)
  if (document !== 'packing-slip' && !hasPermission(ctx.actor, 'orders.prices'))
    throw data(missingPermission('orders.prices').message, 403)
  const seller = await loadSeller(ctx, creditNote ?? (document === 'invoice' ? invoices.invoice : null))
  return { document, order, seller, invoices, creditNote }
}

/** Printed by the browser without the admin frame. */
export default function OrderDocument({ loaderData }: Route.ComponentProps) {
  const { document, order, seller, invoices, creditNote } = loaderData
  const { timeZone } = seller
  const adminPath = useAdminPath()
  const facts = (
    <>
      {document === 'invoice' && <p>{invoiceDate(invoices, order, timeZone)}</p>}
      {creditNote && <p>Issued on {formatDate(creditNote.issuedAt, timeZone)}</p>}
      {creditNote && invoices.invoice && <p>For invoice {invoices.invoice.number}</p>}
      <p>Placed on {formatDate(order.createdAt, timeZone)}</p>
    </>
  )
  return (
    <article className="mx-auto max-w-[48rem]">
      <PrintedDocument
        order={order}
        seller={seller}
        title={`${documentTitle(loaderData)}\u00a0· Order #${order.number}`}
        facts={facts}
        recipientTitle={RECIPIENT_TITLES[document]}
        email={document === 'packing-slip' ? undefined : order.email}
      >
        {creditNote && <CreditNoteAmounts creditNote={creditNote} order={order} />}
        {document === 'packing-slip' && <DocumentItems order={order} showPrices={false} />}
        {document === 'invoice' && (
          <InvoiceBody
            order={order}
            invoices={invoices}
            timeZone={timeZone}
            creditNotePath={(number) => adminPath(`orders/${order.number}/${number}`)}
          />
        )}
      </PrintedDocument>
    </article>
  )
}

const RECIPIENT_TITLES = {
  invoice: 'Billed and shipped to',
  'packing-slip': 'Ship to',
  'credit-note': 'Credited to',
}

function documentTitle({
  document,
  invoices: { invoice },
  creditNote,
}: Route.ComponentProps['loaderData']): string {
  if (creditNote) return `Credit note ${creditNote.number}`
  if (document === 'packing-slip') return 'Packing slip'
  return invoice ? `Invoice ${invoice.number}` : 'No invoice'
}
