import { data, href, Link } from 'react-router'
import { findInvoices } from '#core/accounting/invoices.server.ts'
import { formatOrderDate } from '#core/orders/order.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { noStore, shopContext } from '../request-context.ts'
import type { Route } from './+types/credit-note'
import { CreditNoteAmounts } from './credit-note-amounts.tsx'
import { findVisibleOrder } from './guest-orders.ts'
import { loadSeller } from './load-seller.server.ts'
import { PostalAddress } from './postal-address.tsx'
import { DocumentHeader, PrintedDocument } from './printed-document.tsx'

export function meta({ params }: Route.MetaArgs) {
  return [
    { title: `Credit note ${params.creditNote} · Eternal Beauty` },
    { name: 'robots', content: 'noindex' },
  ]
}

export async function loader({ context, params }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const { order } = await refusalToResponse(findVisibleOrder(context, params.number))
  const [{ invoice, creditNotes }, seller] = await Promise.all([findInvoices(ctx.db, order), loadSeller(ctx)])
  const creditNote = creditNotes.find(({ number }) => number === params.creditNote)
  if (!creditNote) throw data('We couldn’t find this credit note.', 404)
  return { order, seller, invoice, creditNote }
}

export default function CreditNotePage({ loaderData }: Route.ComponentProps) {
  const { order, seller, invoice, creditNote } = loaderData
  return (
    <PrintedDocument order={order}>
      <DocumentHeader seller={seller} title={`Credit note ${creditNote.number}`}>
        <p>Issued on {formatOrderDate(creditNote.issuedAt, seller.timeZone)}</p>
        <p>
          For{' '}
          <Link to={href('/orders/:number/invoice', order)} className="link-line" reloadDocument>
            {invoice ? `invoice ${invoice.number}` : `order ${order.number}`}
          </Link>
        </p>
        <p>Order {order.number}</p>
      </DocumentHeader>
      <section aria-labelledby="credited" className="mt-8 text-small">
        <h2 id="credited" className="label text-ink-soft">
          Credited to
        </h2>
        <div className="mt-2">
          <PostalAddress order={order} />
          <p>{order.email}</p>
        </div>
      </section>
      <CreditNoteAmounts creditNote={creditNote} order={order} />
    </PrintedDocument>
  )
}
