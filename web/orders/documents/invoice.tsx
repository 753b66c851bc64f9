import { href } from 'react-router'
import { findInvoices } from '#core/accounting/invoices.server.ts'
import { formatDate } from '#core/dates.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import { privateMeta } from '#web/seo.ts'
import { findVisibleOrder } from '../guest-orders.ts'
import type { Route } from './+types/invoice'
import { InvoiceBody, invoiceDate, invoiceTitle } from './invoice-parts.tsx'
import { loadSeller } from './load-seller.server.ts'
import { DocumentPage, PrintedDocument } from './printed-document.tsx'

export function meta({ params }: Route.MetaArgs) {
  return privateMeta(`Invoice ${params.number}`)
}

export async function loader({ context, params }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const { order } = await refusalToResponse(findVisibleOrder(context, params.number))
  const invoices = await findInvoices(ctx.db, order)
  const seller = await loadSeller(ctx, invoices.invoice)
  return { order, seller, invoices }
}

export default function Invoice({ loaderData: { order, seller, invoices } }: Route.ComponentProps) {
  const { number, createdAt, paymentStatus, paymentMethod } = order
  const { timeZone } = seller
  const facts = (
    <>
      <p>{invoiceDate(invoices, order, timeZone)}</p>
      <p>
        Order {number}, placed on {formatDate(createdAt, timeZone)}
      </p>
      {paymentMethod === 'card' && <p>Payment: {paymentStatus}</p>}
    </>
  )
  return (
    <DocumentPage order={order}>
      <PrintedDocument
        order={order}
        seller={seller}
        title={invoiceTitle(invoices, order)}
        facts={facts}
        recipientTitle="Billed and shipped to"
        email={order.email}
      >
        <InvoiceBody
          order={order}
          invoices={invoices}
          timeZone={timeZone}
          creditNotePath={(creditNote) =>
            href('/orders/:number/credit-notes/:creditNote', { number, creditNote })
          }
        />
      </PrintedDocument>
    </DocumentPage>
  )
}
